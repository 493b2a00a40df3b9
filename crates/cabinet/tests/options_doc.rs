//! docs/options.md says what can be set, as it is declared.
//!
//! `KEMPELEN_WRITE_OPTIONS=1` writes it anew, after a change of the declarations.

use std::fmt::Write;
use std::path::Path;

use kempelen_cabinet::{json, registry};
use kempelen_engine::{OptionKind, OptionSpec};

/// A table of options, one line each.
fn table(specs: &[OptionSpec]) -> String {
    let mut text = String::from(
        "| option | type | default | range | from elsewhere | what it does |\n|---|---|---|---|---|---|\n",
    );
    for spec in specs {
        let range = match &spec.kind {
            OptionKind::Spin { min, max: i64::MAX, .. } => format!("{min} or more"),
            OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Combo { choices, .. } => choices.join(", "),
            OptionKind::Check { .. } | OptionKind::Button | OptionKind::Text { .. } => String::new(),
        };
        let (kind, remote) = (spec.kind.word(), json::remote(spec.remote));
        let (name, default, help) = (&spec.name, spec.default_text(), &spec.help);
        let _ = writeln!(text, "| `{name}` | {kind} | {default} | {range} | {remote} | {help} |");
    }
    text
}

fn page() -> String {
    let mut text = String::from(
        "# What can be set\n\n\
         Every option is declared once, in the machine it belongs to; this page is written from the declarations. Options are\n\
         set by `setoption` in UCI, by `--option NAME=VALUE` on the command line, and in the `options` of a request to the\n\
         server. *From elsewhere* says what somebody may set who asks over the network: `free` anything in the range,\n\
         `megabytes`, `threads` and `lines` as much as the server lends, `never` nothing.\n\n\
         ## The UCI front end, whichever machine is in place\n\n",
    );
    text.push_str(&table(&kempelen_uci::front_options()));
    for entry in registry().entries() {
        let _ = write!(text, "\n## {} (`{}`)\n\n", entry.about.name, entry.about.id);
        text.push_str(&table(&(entry.make)().options()));
    }
    text
}

#[test]
fn the_page_of_options_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let page = page();
    if std::env::var_os("KEMPELEN_WRITE_OPTIONS").is_some() {
        std::fs::write(&path, &page).expect("docs can be written");
    }
    let there = std::fs::read_to_string(&path).expect("docs/options.md");
    assert!(
        there == page,
        "docs/options.md is out of date: KEMPELEN_WRITE_OPTIONS=1 cargo test -p kempelen-cabinet"
    );
}
