//! Tells open pages of a new state, by server-sent events (HTML Standard, §9.2).

use std::convert::Infallible;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use tokio::sync::watch::Receiver;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::State;

/// The script that pages get; it listens and acts.
pub(super) const SCRIPT: &str = include_str!("reload.js");

/// The events for a page of the site number `seen`.
pub(super) fn stream(states: Receiver<State>, seen: u64) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut page = Page { seen, failing: false };
    let told = WatchStream::new(states).filter_map(move |state| page.told(&state));
    let events = told.map(|(name, data)| Ok(Event::default().event(name).data(data)));
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// What a page in a browser shows.
struct Page {
    seen: u64,
    failing: bool,
}

impl Page {
    /// Name and data of the event that brings the page to `state`.
    fn told(&mut self, state: &State) -> Option<(&'static str, String)> {
        if state.generation != self.seen {
            let next = state.generation == self.seen + 1;
            self.seen = state.generation;
            self.failing = state.failure.is_some();
            let name = if next && state.styles_only && !self.failing { "styles" } else { "reload" };
            return Some((name, state.generation.to_string()));
        }
        match &state.failure {
            Some(message) => {
                self.failing = true;
                Some(("failure", message.clone()))
            }
            None if self.failing => {
                self.failing = false;
                // An event without data is none to a browser.
                Some(("mended", state.generation.to_string()))
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(generation: u64, styles_only: bool, failure: Option<&str>) -> State {
        State { generation, styles_only, failure: failure.map(str::to_owned), ..State::default() }
    }

    #[test]
    fn a_page_is_told_what_it_has_not_seen() {
        let mut page = Page { seen: 7, failing: false };
        let mut name = |state: State| {
            page.told(&state).map(|(name, data)| {
                assert!(!data.is_empty(), "a browser passes over an event without data");
                name
            })
        };
        assert_eq!(name(state(7, false, None)), None);
        assert_eq!(name(state(7, false, Some("broken"))), Some("failure"));
        assert_eq!(name(state(7, false, None)), Some("mended"));
        assert_eq!(name(state(8, true, None)), Some("styles"));
        assert_eq!(name(state(9, false, None)), Some("reload"));
        assert_eq!(name(state(11, true, None)), Some("reload"), "a state in between was missed");
        assert_eq!(name(state(11, true, None)), None);
    }

    #[test]
    fn a_page_from_before_a_restart_loads_itself_again() {
        let mut page = Page { seen: 7, failing: false };
        assert_eq!(page.told(&state(1000, false, None)), Some(("reload", "1000".into())));
    }
}
