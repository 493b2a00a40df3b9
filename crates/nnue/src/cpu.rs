use std::env;
use std::fmt;
use std::sync::OnceLock;

/// What the processor can do for a network. All kinds give the same sums to the bit; they differ in time alone.
///
/// ```
/// use kempelen_nnue::Cpu;
///
/// assert!(Cpu::here().contains(&Cpu::PLAIN), "any machine counts one by one");
/// assert_eq!(Cpu::named("plain"), Some(Cpu::PLAIN));
/// assert_eq!(Cpu::named("abacus"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cpu(pub(crate) CpuPath);

/// Private, so that nobody can claim what was not found: a [`Cpu`] is the proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CpuPath {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Plain,
}

impl Cpu {
    /// What every processor can do.
    pub const PLAIN: Self = Self(CpuPath::Plain);

    /// The environment variable that chooses for all of a run: `avx512`, `avx2` or `plain`.
    pub const VARIABLE: &'static str = "KEMPELEN_CPU";

    /// All that this machine can do, the best first.
    pub fn here() -> Vec<Self> {
        let mut here = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let fma = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            if fma && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                here.push(Self(CpuPath::Avx512));
            }
            if fma {
                here.push(Self(CpuPath::Avx2));
            }
        }
        here.push(Self::PLAIN);
        here
    }

    /// The kind of this name, where this machine has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::here().into_iter().find(|cpu| cpu.name() == name)
    }

    /// The best that this machine has, or what [`KEMPELEN_CPU`](Self::VARIABLE) names; looked up once. A name that
    /// means nothing here is passed over: a program that is asked for more than the machine has still runs.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Cpu> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let asked = env::var(Self::VARIABLE).ok().and_then(|name| Self::named(&name));
            asked.unwrap_or_else(|| Self::here()[0])
        })
    }

    /// Its name, as [`KEMPELEN_CPU`](Self::VARIABLE) knows it.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            CpuPath::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            CpuPath::Avx2 => "avx2",
            CpuPath::Plain => "plain",
        }
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
