use std::io::Write;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::process::{Command, Stdio};

use clap::Args;
use kempelen_server::Config;

use crate::failure::Failure;

/// Serve the page: play, analyse, and open the doors in a browser.
///
/// The page is reachable from this machine only, unless --addr says otherwise. Ctrl-C ends it.
#[derive(Args)]
#[command(
    after_help = "Example: kempelen serve --open\n\nPrograms may ask too: /api/openapi.json says what and how."
)]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8770")]
    addr: String,

    /// Open the page in the browser.
    #[arg(long)]
    open: bool,

    /// A further name under which the page may be asked for, besides localhost and plain addresses.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// An origin, such as <https://example.org>, whose pages may use the interface.
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,

    /// How many searches may run at the same time [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    workers: Option<u32>,

    /// The memory for everything that machines hold, in megabytes [default: 2048].
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(256..=1_048_576))]
    memory: Option<u32>,

    /// How many connections one address may have open [default: 128].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    peer_connections: Option<u32>,

    /// A UCI program that may take part in tournaments, such as `Stockfish=/usr/games/stockfish`.
    #[arg(long, value_name = "NAME=PATH", value_parser = guest)]
    guest: Vec<(String, String)>,
}

impl ServeArgs {
    pub(crate) fn run(self, output: &mut (impl Write + Send)) -> Result<(), Failure> {
        let mut config = Config {
            addr: self.address()?,
            hosts: self.allow_host,
            cors: self.cors,
            guests: self.guest,
            ..Config::default()
        };
        if let Some(workers) = self.workers {
            config.limits.workers = workers;
        }
        if let Some(memory) = self.memory {
            config.limits.memory_mb = memory;
        }
        if let Some(connections) = self.peer_connections {
            config.limits.peer_connections = connections as usize;
        }
        let asked = config.addr;
        kempelen_server::serve(config, |addr| {
            let page = page(addr);
            // Somebody may have closed our output, which is no reason not to serve.
            let _ = writeln!(output, "The cabinet is open: {page}").and_then(|()| output.flush());
            if self.open {
                open(&page);
            }
        })
        .map_err(|error| Failure::Run(format!("cannot listen on {asked}: {error}")))
    }

    fn address(&self) -> Result<SocketAddr, Failure> {
        let unusable =
            |reason: String| Failure::Input(format!("{:?} is no address to listen on: {reason}", self.addr));
        let mut found = self.addr.to_socket_addrs().map_err(|error| unusable(error.to_string()))?;
        found.next().ok_or_else(|| unusable("the name is unknown".to_owned()))
    }
}

/// Reads a guest: a name, and the program behind it.
fn guest(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, path)| (name.trim(), path.trim())) {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), path.to_owned())),
        _ => Err("a guest is NAME=PATH".to_owned()),
    }
}

/// The address of the page as a browser takes it.
fn page(addr: SocketAddr) -> String {
    match addr.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}/", addr.port()),
        IpAddr::V4(ip) => format!("http://{ip}:{}/", addr.port()),
        IpAddr::V6(ip) => format!("http://[{ip}]:{}/", addr.port()),
    }
}

/// Asks the desktop to open a page. Where there is none, the address has been printed.
fn open(page: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_has_a_name_and_a_program() {
        assert_eq!(guest("SF=/a b/sf --x=1"), Ok(("SF".to_owned(), "/a b/sf --x=1".to_owned())));
        assert!(guest("SF").is_err() && guest("=sf").is_err() && guest("SF= ").is_err());
    }

    #[test]
    fn the_page_has_an_address_for_browsers() {
        assert_eq!(page("127.0.0.1:8770".parse().unwrap()), "http://127.0.0.1:8770/");
        assert_eq!(page("0.0.0.0:80".parse().unwrap()), "http://localhost:80/");
        assert_eq!(page("[::1]:8770".parse().unwrap()), "http://[::1]:8770/");
    }
}
