//! The rules that the readers check while they read.
