//! The page is built in when there is one.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
