//! Time as the processor counts it, which does not care who else is busy on the machine.

use std::time::Instant;

/// Seconds of processor time that this process, with all its threads, has used so far.
pub fn processor_time() -> f64 {
    // Fields 14 and 15 are user and system time in hundredths of a second; the name in field 2 may have spaces.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(") ").next().map_or(0, |rest| {
        rest.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    });
    ticks as f64 / 100.0
}

/// Repeats `work` for about so many seconds of processor time, and returns how often it was done in one of them.
pub fn rate(seconds: f64, mut work: impl FnMut()) -> f64 {
    // The clock of the processor is coarse, so that it is looked at seldom.
    let start = Instant::now();
    let mut between = 0_u64;
    while start.elapsed().as_millis() < 20 {
        work();
        between += 1;
    }
    let begin = processor_time();
    let mut done = 0_u64;
    loop {
        for _ in 0..between {
            work();
        }
        done += between;
        let spent = processor_time() - begin;
        if spent >= seconds {
            return done as f64 / spent;
        }
    }
}
