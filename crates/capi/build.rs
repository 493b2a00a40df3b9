//! The name by which programs look for the library when they start (SONAME): that of the version whose programs it serves.

fn main() {
    // While the first number is 0, each second one may break programs.
    let version = |part: &str| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
    let (major, minor) = (version("MAJOR"), version("MINOR"));
    let abi = if major == "0" { format!("{major}.{minor}") } else { major };
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "freebsd" | "netbsd" | "openbsd" | "android") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libkempelen.so.{abi}");
        }
        Ok("macos") => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libkempelen.{abi}.dylib");
        }
        _ => {}
    }
    println!("cargo:rerun-if-changed=build.rs");
}
