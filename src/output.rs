//! Paths and bytes → a folder, safely. Knows nothing of pages.
