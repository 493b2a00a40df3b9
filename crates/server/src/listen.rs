//! Taking connections, and closing in good order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::api;
use crate::app::{self, App};
use crate::config::Config;

/// The longest that a client may take to say what it wants, and to stay connected without wanting anything.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// The longest that a closing server waits for answers under way.
const GRACE: Duration = Duration::from_secs(5);

/// Listens until the program is told to end (Ctrl-C, or SIGTERM). `ready` hears the address.
///
/// # Errors
/// When it cannot listen there.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr) + Send) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // A search may go deep.
        .thread_stack_size(16 << 20)
        .build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(server.addr()?);
        server.run(end_of_program()).await;
        Ok(())
    })
}

/// A server that has its address and can be run.
pub struct Server {
    listener: TcpListener,
    connections: usize,
    peer_connections: usize,
    router: Router,
    close: watch::Sender<bool>,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// When it is taken, or not ours.
    pub async fn bind(config: Config) -> io::Result<Self> {
        let listener = TcpListener::bind(config.addr).await?;
        let (connections, peer_connections) = (config.limits.connections, config.limits.peer_connections);
        let (close, closing) = watch::channel(false);
        let router = api::router(Arc::new(App::new(config, closing)));
        Ok(Self { listener, connections, peer_connections, router, close })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not know.
    pub fn addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end`, then lets answers under way finish.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let places = Arc::new(Semaphore::new(self.connections));
        let peers = Arc::new(Peers::default());
        let mut end = std::pin::pin!(end);
        loop {
            let next = async {
                let place = Arc::clone(&places).acquire_owned().await;
                (self.listener.accept().await, place)
            };
            let (accepted, place) = tokio::select! {
                next = next => next,
                () = &mut end => break,
            };
            let Ok((stream, from)) = accepted else {
                // Out of file descriptors, most likely; some will be free soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Some(visit) = Peers::enter(&peers, from.ip(), self.peer_connections) else {
                tokio::spawn(turn_away(stream));
                continue;
            };
            let connection = converse(stream, self.router.clone(), self.close.subscribe());
            tokio::spawn(async move {
                connection.await;
                drop((place, visit));
            });
        }
        drop(self.listener);
        self.close.send_replace(true);
        let everybody = places.acquire_many(u32::try_from(self.connections).unwrap_or(u32::MAX));
        let _ = tokio::time::timeout(GRACE, everybody).await;
    }
}

/// How many connections each address has.
#[derive(Default)]
struct Peers(Mutex<HashMap<IpAddr, usize>>);

impl Peers {
    /// Counts a connection, unless the address has as many as one may have.
    fn enter(peers: &Arc<Self>, from: IpAddr, most: usize) -> Option<Visit> {
        let mut counts = peers.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(from).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Visit { peers: Arc::clone(peers), from })
    }
}

/// A connection that is counted as long as this lives.
struct Visit {
    peers: Arc<Peers>,
    from: IpAddr,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut counts = self.peers.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = counts.entry(self.from) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// Tells a client that it has too many connections, whatever it wants, and hangs up.
async fn turn_away(mut stream: TcpStream) {
    const ANSWER: &[u8] =
        b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: 81\r\n\
        retry-after: 5\r\nconnection: close\r\n\r\n\
        {\"error\":\"there are too many connections from this address\",\"code\":\"connections\"}";
    let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(ANSWER)).await;
    let _ = stream.shutdown().await;
}

/// Talks with one client until it leaves or the server closes; then the answer under way is the last.
async fn converse(stream: TcpStream, router: Router, mut closing: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // A client that breaks off is no concern of others.
    tokio::select! {
        _ = &mut connection => {}
        () = app::closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

async fn end_of_program() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
