//! The laws of chess and makruk.
