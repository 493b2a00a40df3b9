//! The border to C. Nothing else turns a caller's pointer into something to read or write, and no panic gets across.

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Board, Code};

/// Runs a call. Errors become their codes, and so does a panic.
pub(crate) fn guard(call: impl FnOnce() -> Result<c_int, Code>) -> c_int {
    // What a panic leaves behind is a board that its owner is told not to use any more.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(answer)) => answer,
        Ok(Err(code)) => code as c_int,
        Err(_) => Code::Internal as c_int,
    }
}

/// A pointer as a caller gave it.
pub(crate) struct Caller<P>(pub(crate) P);

impl Caller<*const Board> {
    /// The board it points to.
    ///
    /// # Safety
    /// It is NULL or a board of ours that nobody changes meanwhile.
    pub(crate) unsafe fn get<'a>(self) -> Result<&'a Board, Code> {
        // SAFETY: as promised.
        unsafe { self.0.as_ref() }.ok_or(Code::Null)
    }
}

impl Caller<*mut Board> {
    /// The board it points to, to be changed.
    ///
    /// # Safety
    /// It is NULL or a board of ours that nobody else uses meanwhile.
    pub(crate) unsafe fn get_mut<'a>(self) -> Result<&'a mut Board, Code> {
        // SAFETY: as promised.
        unsafe { self.0.as_mut() }.ok_or(Code::Null)
    }
}

impl Caller<*const c_char> {
    /// The text it points to, or none where it is NULL.
    ///
    /// # Safety
    /// It is NULL or points to bytes that end in a NUL.
    pub(crate) unsafe fn text<'a>(self) -> Result<Option<&'a str>, Code> {
        if self.0.is_null() {
            return Ok(None);
        }
        // SAFETY: as promised.
        unsafe { CStr::from_ptr(self.0) }.to_str().map(Some).map_err(|_| Code::Text)
    }
}

/// A place for one answer.
pub(crate) struct AnswerSlot<T>(*mut T);

impl<T> AnswerSlot<T> {
    /// # Safety
    /// It is NULL or can be written to as long as the slot lives.
    pub(crate) unsafe fn new(place: *mut T) -> Result<Self, Code> {
        if place.is_null() { Err(Code::Null) } else { Ok(Self(place)) }
    }

    /// Fills the place. What was there need not have been anything.
    pub(crate) fn set(&mut self, value: T) {
        // SAFETY: it is not NULL and can be written to, as promised when it was made.
        unsafe { self.0.write(value) }
    }
}

/// Room for several numbers, which are only ever written to.
///
/// A caller may never have written to it either. The compiler cannot look into another language's memory, so that its
/// bytes count as something, whatever it is.
pub(crate) struct Buffer<'a, T>(&'a mut [T]);

impl<T> Buffer<'_, T> {
    /// # Safety
    /// It is NULL or has room for `capacity` as long as the buffer lives, and nobody else looks at it.
    pub(crate) unsafe fn new(start: *mut T, capacity: usize) -> Result<Self, Code> {
        if start.is_null() {
            return Err(Code::Null);
        }
        if capacity > isize::MAX as usize / size_of::<T>() {
            return Err(Code::Range);
        }
        // SAFETY: numbers of any bits are numbers; the length is as promised and was checked.
        Ok(Self(unsafe { std::slice::from_raw_parts_mut(start, capacity) }))
    }

    /// All of it.
    pub(crate) fn all(&mut self) -> &mut [T] {
        self.0
    }

    /// So many at its beginning.
    pub(crate) fn first(&mut self, count: usize) -> Result<&mut [T], Code> {
        self.0.get_mut(..count).ok_or(Code::Short)
    }
}

impl Buffer<'_, c_char> {
    /// Writes a text and a NUL.
    pub(crate) fn write_text(&mut self, text: &str) -> Result<(), Code> {
        let out = self.first(text.len() + 1)?;
        for (place, byte) in out.iter_mut().zip(text.bytes().chain([0])) {
            *place = byte.cast_signed() as c_char;
        }
        Ok(())
    }
}
