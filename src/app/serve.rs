//! `serve`: the voice inside for other programs and machines.
//!
//! Never listens beyond this machine unless it was told to, and there never without a key.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result};
use pingshu::batch::Stop;
use pingshu::serve::{Access, Narrating, Narrators, Server};
use pingshu::speech::{Engine, Voice, VoiceSource};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::context::Context;
use super::engine;
use super::flags::{Choice, ServeFlags};
use super::lexicon;
use super::message::{Exit, Usage, say};
use super::signals;

/// Bytes of a key that is made up.
const KEY_BYTES: usize = 16;

/// What the command needs.
pub fn context(flags: &ServeFlags) -> Result<Context> {
    let mut context = Context::new(&Choice {
        voice: flags.voice.clone(),
        ..Choice::default()
    })?;
    let serve = &mut context.settings.serve;
    serve.port = flags.port.unwrap_or(serve.port);
    Ok(context)
}

/// Serves until it is stopped.
pub fn serve(context: &Context, flags: &ServeFlags) -> Result<Exit> {
    let voice = context.voice()?;
    if !matches!(
        voice.source,
        VoiceSource::Kokoro { .. } | VoiceSource::Fake { .. }
    ) {
        return Err(
            Usage("`serve` speaks with the voice inside, and this voice has another engine; choose one that `pingshu voices` lists as `kokoro`").into(),
        );
    }
    engine::block_on(context, async {
        let stop = signals::listen();
        let listener = listen(context, flags).await?;
        let address = listener.local_addr().context("cannot tell the address")?;
        let mut soon = stop.clone();
        let engine = tokio::select! {
            engine = engine::open(context, &voice) => engine?,
            _ = soon.wait_for(|stop| *stop != Stop::No) => return Ok(Exit::Interrupted),
        };
        let given = std::env::var(&context.settings.serve.key_env).ok();
        let key = key(given, address.ip())?;
        let access = Access::new(key.as_ref().map(Key::text), address.ip());
        let narrators = narrators(context, voice, engine)?;
        let server = Server::new(narrators, access, context.settings.serve.queue);
        say(&greeting(address, key.as_ref()));
        run(server, listener, stop).await
    })
}

async fn listen(context: &Context, flags: &ServeFlags) -> Result<TcpListener> {
    let own = if flags.lan {
        Ipv4Addr::UNSPECIFIED
    } else {
        Ipv4Addr::LOCALHOST
    };
    let address = flags.host.unwrap_or(own.into());
    let address = SocketAddr::new(address, context.settings.serve.port);
    let listener = TcpListener::bind(address).await;
    let taken = Usage("cannot listen there; choose another address with `--port` or `--host`");
    listener.with_context(|| taken)
}

async fn run(server: Server, listener: TcpListener, stop: watch::Receiver<Stop>) -> Result<Exit> {
    let (mut soon, mut now) = (stop.clone(), stop);
    let asked_to_stop = async move {
        // Whoever can no longer ask does not want it to go on.
        let _ = soon.wait_for(|stop| *stop != Stop::No).await;
    };
    tokio::select! {
        () = server.run(listener, asked_to_stop) => Ok(Exit::Done),
        _ = now.wait_for(|stop| *stop == Stop::Now) => Ok(Exit::Interrupted),
    }
}

fn narrators(context: &Context, voice: Voice, engine: Engine) -> Result<Narrators> {
    let folders = context.voice_folders();
    let names = Voice::names(&folders).into_iter();
    // A voice file that is not valid is no narrator; `pingshu voices` says why.
    let others = names.filter_map(|name| Voice::find(&name, &folders).ok());
    let by = Narrating {
        engines: context.engine_settings()?,
        limits: context.settings.limits,
        pauses: context.settings.pauses,
        lexicon: lexicon::here(context)?,
    };
    Ok(Narrators::new(voice, engine, others.collect(), by))
}

/// What clients must send, and whether it is new to the user.
enum Key {
    Given(String),
    MadeUp(String),
}

impl Key {
    fn text(&self) -> &str {
        match self {
            Self::Given(key) | Self::MadeUp(key) => key,
        }
    }
}

/// The key that was given; on the network there is one always.
fn key(given: Option<String>, address: IpAddr) -> Result<Option<Key>> {
    if let Some(key) = given.filter(|key| !key.is_empty()) {
        return Ok(Some(Key::Given(key)));
    }
    if address.is_loopback() {
        return Ok(None);
    }
    let mut bytes = [0; KEY_BYTES];
    let filled = getrandom::fill(&mut bytes).map_err(io::Error::from);
    filled.context("cannot make up a key")?;
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    Ok(Some(Key::MadeUp(digits.collect())))
}

/// Where to ask, and how.
fn greeting(address: SocketAddr, key: Option<&Key>) -> String {
    let shown = if address.ip().is_unspecified() {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port())
    } else {
        address
    };
    let header = match key {
        None => String::new(),
        Some(Key::Given(_)) => " -H 'Authorization: Bearer KEY'".into(),
        Some(Key::MadeUp(key)) => format!(" -H 'Authorization: Bearer {key}'"),
    };
    let everywhere = if address.ip().is_unspecified() {
        "; other machines use this one's name or address"
    } else {
        ""
    };
    format!(
        "serving at http://{shown}/v1; try: curl http://{shown}/v1/audio/speech{header} \
         -d '{{\"input\":\"雪下了一夜。\"}}' -o snow.mp3{everywhere}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_shown_only_when_nobody_knows_it_yet() {
        let address = "127.0.0.1:8777".parse().unwrap();
        let made_up = greeting(address, Some(&Key::MadeUp("abc".into())));
        assert!(made_up.contains("Bearer abc"), "{made_up}");
        let given = greeting(address, Some(&Key::Given("abc".into())));
        assert!(
            !given.contains("abc") && given.contains("Bearer KEY"),
            "{given}"
        );
    }

    #[test]
    fn the_network_is_never_served_without_a_key() {
        let made_up = |address| key(None, IpAddr::from(address)).unwrap();
        assert!(made_up([127, 0, 0, 1]).is_none());
        let keys = [
            made_up([0, 0, 0, 0]).unwrap(),
            made_up([192, 168, 1, 2]).unwrap(),
        ];
        assert_eq!(keys[0].text().len(), 32);
        assert_ne!(keys[0].text(), keys[1].text());
        let empty = key(Some(String::new()), IpAddr::from([0, 0, 0, 0])).unwrap();
        assert!(matches!(empty, Some(Key::MadeUp(_))));
        let given = key(Some("abc".into()), IpAddr::from([0, 0, 0, 0])).unwrap();
        assert!(matches!(given, Some(Key::Given(key)) if key == "abc"));
    }

    #[test]
    fn an_address_for_all_is_not_shown_as_one_to_ask() {
        let shown = greeting("0.0.0.0:8777".parse().unwrap(), None);
        assert!(
            shown.starts_with("serving at http://127.0.0.1:8777/v1;"),
            "{shown}"
        );
    }
}
