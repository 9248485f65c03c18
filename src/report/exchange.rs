//! The conversation with an implementation, for people: whole, and harmless.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use zarr_conform_protocol::subject::Exchange;
use zarr_conform_runner::text::escape;

const ASKED: Style = Style::new().dimmed();
const FAULT: Style = AnsiColor::Red.on_default();

/// Writes what was said about one check: `>` before a request, `<` before its answer, `!` before
/// what came instead of one.
pub fn write_exchange(out: &mut dyn Write, exchange: &Exchange) -> io::Result<()> {
    let title = match exchange.check.as_str() {
        "" => "hello".to_owned(),
        check => escape(check),
    };
    writeln!(out, "{title}")?;
    for turn in &exchange.turns {
        writeln!(out, "  {ASKED}> {}{ASKED:#}", escape(&turn.request))?;
        match &turn.answer {
            Ok(answer) => writeln!(out, "  < {}", escape(answer))?,
            Err(fault) => {
                let fault = escape(&fault.to_string());
                writeln!(out, "  {FAULT}! {fault}{FAULT:#}")?;
            }
        }
    }
    writeln!(out)?;
    out.flush()
}
