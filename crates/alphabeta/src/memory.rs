//! The two things the search asks of the machine and the language does not offer safely: memory in large
//! pages, and a hint to fetch a cache line. This is the only unsafe code of the crate.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// Types for which memory full of zeros is a valid value and sharing is safe.
///
/// # Safety
/// All bit patterns of zeros must be a value, and the type must need no drop.
pub(crate) unsafe trait Zeroed: Sync + Send {}

/// A slice of zeros, on two-megabyte pages where the system gives them.
///
/// A transposition table is read at random places, each on a page of its own; with pages of four kilobytes
/// the processor would have to look up where the page is nearly every time before it could look at the entry.
/// Large pages are few enough to be remembered.
pub(crate) struct LargePages<T: Zeroed> {
    start: NonNull<T>,
    len: usize,
}

/// The size of a large page on all machines that have them.
const LARGE_PAGE: usize = 2 << 20;

impl<T: Zeroed> LargePages<T> {
    /// So many zeros, or nothing where the system has not got them.
    pub(crate) fn new(len: usize) -> Option<Self> {
        let layout = Self::layout(len).filter(|layout| layout.size() > 0)?;
        // SAFETY: the layout has a size above zero.
        let memory = unsafe { alloc_zeroed(layout) };
        let start = NonNull::new(memory.cast::<T>())?;
        advise(memory, layout.size());
        Some(Self { start, len })
    }

    fn layout(len: usize) -> Option<Layout> {
        let bytes = len.checked_mul(size_of::<T>())?;
        let align = if bytes >= LARGE_PAGE { LARGE_PAGE } else { align_of::<T>().max(64) };
        Layout::from_size_align(bytes, align).ok()
    }
}

impl<T: Zeroed> Deref for LargePages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` values of zeros, which `Zeroed` says are valid, and lives as long
        // as we do.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroed> Drop for LargePages<T> {
    fn drop(&mut self) {
        if let Some(layout) = Self::layout(self.len) {
            // SAFETY: allocated in `new` with the same layout; `Zeroed` types need no drop.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) }
        }
    }
}

// SAFETY: it owns its memory, and `Zeroed` asks for types that may be sent and shared.
unsafe impl<T: Zeroed> Send for LargePages<T> {}
// SAFETY: as above.
unsafe impl<T: Zeroed> Sync for LargePages<T> {}

/// Asks for large pages. It is only a wish; where it is not granted all works the same, with more address
/// look-ups.
#[cfg(target_os = "linux")]
fn advise(start: *mut u8, len: usize) {
    if len >= LARGE_PAGE {
        // SAFETY: the range was just allocated, and the advice changes nothing that can be seen.
        unsafe { libc::madvise(start.cast(), len, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

/// Hints that a value will be needed soon. A look into the transposition table waits for memory; asked for as
/// soon as the next position is known, the entry comes while other work is done.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect but on caches, and every x86-64 machine has it.
        unsafe { _mm_prefetch(std::ptr::from_ref(value).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
