//! What the races share.

use std::time::Duration;

pub use nix::sys::resource::UsageWho;

/// The processor time spent so far by this process or by its children. On a busy machine the clock on the wall says
/// little.
pub fn cpu_time(who: UsageWho) -> Duration {
    let usage = nix::sys::resource::getrusage(who).expect("the system counts time");
    [usage.user_time(), usage.system_time()]
        .into_iter()
        .map(|time| Duration::from_micros((time.tv_sec() * 1_000_000 + time.tv_usec()).unsigned_abs()))
        .sum()
}

/// The most memory this process ever had, in bytes.
pub fn peak_memory() -> u64 {
    let usage = nix::sys::resource::getrusage(UsageWho::RUSAGE_SELF).expect("the system counts memory");
    usage.max_rss().unsigned_abs() << 10
}
