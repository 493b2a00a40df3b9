//! A server on a free port of this machine, and clients that say exactly what a test wants them to say.

#![allow(missing_docs, unreachable_pub)]

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kempelen_server::{Config, Server, ServerLimits};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub struct House {
    pub addr: SocketAddr,
    pub runtime: Runtime,
    close: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.text()))
    }

    /// The code of an error, which has to say something in words too.
    pub fn code(&self) -> String {
        let json = self.json();
        assert!(json["error"].as_str().is_some_and(|text| text.len() > 5), "{json}");
        json["code"].as_str().expect("a code").to_owned()
    }
}

impl House {
    pub fn open() -> Self {
        Self::with_limits(|_| {})
    }

    pub fn with_limits(change: impl FnOnce(&mut ServerLimits)) -> Self {
        let mut config = Config { addr: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
        change(&mut config.limits);
        Self::with(config)
    }

    pub fn with(config: Config) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(16 << 20)
            .enable_all()
            .build()
            .expect("a runtime");
        let server = runtime.block_on(Server::bind(config)).expect("a free port");
        let addr = server.addr().expect("an address");
        let (close, closed) = oneshot::channel();
        let done = runtime.spawn(server.run(async {
            let _ = closed.await;
        }));
        Self { addr, runtime, close: Some(close), done: Some(done) }
    }

    /// Tells the server to end and waits until it has.
    pub fn close(&mut self) {
        drop(self.close.take());
        if let Some(done) = self.done.take() {
            self.runtime.block_on(done).expect("the server ends");
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.addr).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            let _ = write!(head, "host: {}\r\n", self.addr);
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = write!(head, "content-length: {}\r\n\r\n", body.len());
        let mut stream = self.connect();
        // A server may refuse a body before it has read all of it.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        read(&mut stream)
    }

    pub fn socket(&self, origin: Option<&str>) -> Result<Socket<'_>, Box<tungstenite::Error>> {
        let mut request = format!("ws://{}/api/analyse", self.addr).into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (stream, _) =
            self.runtime.block_on(tokio_tungstenite::connect_async(request)).map_err(Box::new)?;
        Ok(Socket { house: self, stream })
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reads an answer to its end.
pub fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or_else(|| {
        panic!("no answer: {:?}", String::from_utf8_lossy(&bytes));
    });
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let mut body = bytes[end + 4..].to_vec();
    if head.to_lowercase().contains("transfer-encoding: chunked") {
        body = dechunk(&body);
    }
    Answer { status, head, body }
}

fn dechunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let length =
            usize::from_str_radix(String::from_utf8_lossy(&bytes[..end]).trim(), 16).expect("a length");
        whole.extend_from_slice(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 2 + length + 2..];
    }
    whole
}

pub struct Socket<'a> {
    house: &'a House,
    stream: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
}

impl Socket<'_> {
    pub fn send(&mut self, value: &Value) {
        self.send_message(Message::text(value.to_string()));
    }

    pub fn send_message(&mut self, message: Message) {
        assert!(self.try_send(message), "the socket is closed");
    }

    pub fn try_send(&mut self, message: Message) -> bool {
        self.house.runtime.block_on(self.stream.send(message)).is_ok()
    }

    /// The next message; `None` when the socket is closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            let stream = &mut self.stream;
            let next = async { tokio::time::timeout(Duration::from_secs(30), stream.next()).await };
            match self.house.runtime.block_on(next).expect("news within 30 seconds") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next binary message; what is said before it is passed over.
    pub fn file(&mut self) -> Vec<u8> {
        loop {
            let stream = &mut self.stream;
            let next = async { tokio::time::timeout(Duration::from_secs(30), stream.next()).await };
            match self.house.runtime.block_on(next).expect("news within 30 seconds") {
                Some(Ok(Message::Binary(bytes))) => return bytes.to_vec(),
                Some(Ok(Message::Text(text))) if text.contains("\"error\"") => panic!("{text}"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => panic!("the socket is closed"),
                Some(Ok(_)) => {}
            }
        }
    }

    /// News until one of this type about this search.
    pub fn until(&mut self, kind: &str, id: u32) -> Value {
        loop {
            let news = self.next().expect("the socket is open");
            if news["type"] == kind && news["id"] == id {
                return news;
            }
            assert_ne!(news["type"], "error", "{news}");
        }
    }
}
