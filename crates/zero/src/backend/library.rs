//! Where libraries are found that are not part of the program.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A library that may be installed.
pub(super) struct WantedLibrary {
    /// The environment variable that names its file, for those who know.
    pub(super) variable: &'static str,
    /// How its file begins: `libonnxruntime.so`.
    pub(super) file: &'static str,
    /// Where it lies in a Python package.
    pub(super) in_package: &'static str,
}

impl WantedLibrary {
    /// The files that could be it, the best first: the one that was named; those on the system's path; those in Python
    /// packages, of the environment that is on, of the interpreters on the path, of the user and of the system.
    pub(super) fn candidates(&self) -> Vec<PathBuf> {
        if let Some(named) = env::var_os(self.variable).filter(|name| !name.is_empty()) {
            return vec![named.into()];
        }
        let mut folders: Vec<PathBuf> =
            env::var_os("LD_LIBRARY_PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        folders.extend(SYSTEM.iter().map(PathBuf::from));
        folders.extend(packages().into_iter().map(|folder| folder.join(self.in_package)));
        let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| self.files_in(folder)).collect();
        found.dedup();
        found
    }

    /// The library itself, or versions of it, the newest first.
    fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let rest =
                    path.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_prefix(self.file));
                rest.is_some_and(|rest| rest.bytes().all(|b| b == b'.' || b.is_ascii_digit()))
            })
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files
    }
}

const SYSTEM: [&str; 6] = [
    "/usr/local/lib",
    "/usr/lib",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/lib64",
];

/// The folders in which Python keeps packages.
fn packages() -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = env::var_os("VIRTUAL_ENV").map(PathBuf::from).into_iter().collect();
    if let Some(path) = env::var_os("PATH") {
        let has_python = |folder: &PathBuf| folder.join("python3").exists();
        roots.extend(
            env::split_paths(&path).filter(has_python).filter_map(|bin| Some(bin.parent()?.to_owned())),
        );
    }
    roots.extend(env::var_os("HOME").map(|home| PathBuf::from(home).join(".local")));
    roots.extend(["/usr/local", "/usr"].map(PathBuf::from));
    let mut folders = Vec::new();
    for root in roots {
        let lib = root.join("lib");
        let Ok(entries) = fs::read_dir(&lib) else { continue };
        let versions = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| {
            path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with("python3"))
        });
        folders.extend(
            versions.flat_map(|version| ["site-packages", "dist-packages"].map(|name| version.join(name))),
        );
    }
    folders
}
