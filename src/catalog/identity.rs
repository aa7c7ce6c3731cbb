//! Names → addresses.
