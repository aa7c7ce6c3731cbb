//! The static search index: texts with fields → files that a small script loads on demand.
