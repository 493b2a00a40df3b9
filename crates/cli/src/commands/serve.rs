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
}

impl ServeArgs {
    pub(crate) fn run(self, output: &mut (impl Write + Send)) -> Result<(), Failure> {
        let mut config =
            Config { addr: self.address()?, hosts: self.allow_host, cors: self.cors, ..Config::default() };
        if let Some(workers) = self.workers {
            config.limits.workers = workers;
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
    fn the_page_has_an_address_for_browsers() {
        assert_eq!(page("127.0.0.1:8770".parse().unwrap()), "http://127.0.0.1:8770/");
        assert_eq!(page("0.0.0.0:80".parse().unwrap()), "http://localhost:80/");
        assert_eq!(page("[::1]:8770".parse().unwrap()), "http://[::1]:8770/");
    }
}
