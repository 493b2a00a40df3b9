use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Where to listen, and what to allow.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// Names besides `localhost` and plain addresses under which the page may be asked for. A page of somebody else
    /// whose name was made to point here (DNS rebinding) is none of them.
    pub hosts: Vec<String>,
    /// Origins whose pages may use the interface, such as `https://example.org`.
    pub cors: Vec<String>,
    /// UCI programs that may take part in tournaments: their names and commands. Clients know the names alone.
    pub guests: Vec<(String, String)>,
    /// How much a client may ask for.
    pub limits: ServerLimits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 8770)),
            hosts: Vec::new(),
            cors: Vec::new(),
            guests: Vec::new(),
            limits: ServerLimits::default(),
        }
    }
}

/// How much a client may ask for.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Threads that think at the same time.
    pub workers: u32,
    /// Searches that may wait for one of them.
    pub queue: usize,
    /// Connections that are open at the same time.
    pub connections: usize,
    /// Connections that one address may have open at the same time.
    pub peer_connections: usize,
    /// The longest that a single answer may take.
    pub think_time: Duration,
    /// The longest that a watched search may go on.
    pub analysis_time: Duration,
    /// The most nodes of a search.
    pub nodes: u64,
    /// The most memory for the table of a search, in megabytes.
    pub hash_mb: i64,
    /// The most lines of a search.
    pub lines: u8,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest file of games, in bytes.
    pub games: usize,
    /// The longest time to send a body in.
    pub body_time: Duration,
    /// Searches that one connection may watch at the same time.
    pub searches: usize,
    /// The most memory for a recording, in megabytes.
    pub trace_mb: u32,
    /// Recordings that are kept to be asked about.
    pub traces: usize,
    /// The memory for everything that machines hold, in megabytes: half of it is for searches under way, a quarter for
    /// machines that are kept from one move of a game to the next, a quarter for recordings that are kept.
    pub memory_mb: u32,
}

impl ServerLimits {
    /// The memory for searches under way, in megabytes.
    pub(crate) fn searches_mb(&self) -> u32 {
        self.memory_mb / 2
    }

    /// The memory for machines that are kept from one move to the next, in megabytes.
    pub(crate) fn kept_mb(&self) -> u32 {
        self.memory_mb / 4
    }

    /// The memory for recordings that are kept, in megabytes.
    pub(crate) fn traces_mb(&self) -> u32 {
        self.memory_mb / 4
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            workers: u32::try_from(cores).unwrap_or(1),
            queue: 64,
            connections: 512,
            peer_connections: 128,
            think_time: Duration::from_mins(1),
            analysis_time: Duration::from_mins(10),
            nodes: 1_000_000_000,
            hash_mb: 256,
            lines: 5,
            body: 256 << 10,
            games: 8 << 20,
            body_time: Duration::from_secs(15),
            searches: 6,
            trace_mb: 64,
            traces: 12,
            memory_mb: 2048,
        }
    }
}
