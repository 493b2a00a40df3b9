//! Taking connections, and closing in good order.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
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
        let connections = config.limits.connections;
        let (close, closing) = watch::channel(false);
        let router = api::router(Arc::new(App::new(config, closing)));
        Ok(Self { listener, connections, router, close })
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
            let Ok((stream, _)) = accepted else {
                // Out of file descriptors, most likely; some will be free soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let connection = converse(stream, self.router.clone(), self.close.subscribe());
            tokio::spawn(async move {
                connection.await;
                drop(place);
            });
        }
        drop(self.listener);
        self.close.send_replace(true);
        let everybody = places.acquire_many(u32::try_from(self.connections).unwrap_or(u32::MAX));
        let _ = tokio::time::timeout(GRACE, everybody).await;
    }
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
