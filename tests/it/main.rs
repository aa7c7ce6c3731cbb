//! The program as its users run it.
