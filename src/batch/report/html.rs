//! The report as one page, to be read on a phone.
//!
//! Never loads anything, never runs anything but its own few lines, and shows every text of a book as
//! text: the page is written by a macro that escapes, and a policy in it forbids the rest.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::clip::{Clip, TALLEST};
use super::escape::visible;
use super::text::{done, duration, rate, requests, spoken, stopped, unsayable};
use super::{ChapterRun, ChapterState, DoubtedChunk, Report};
use crate::batch::loudness;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Lines about chapters; what goes beyond is in `report.txt`.
const MOST_LINES: usize = 1_000;

/// Characters of a reason that are shown; a server can say much.
const LONGEST_REASON: usize = 400;

/// Writes the page.
pub fn page(report: &Report, clips: &[Option<Clip>]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(report))
            body {
                (top(report))
                (left(report))
                (doubts(report, clips))
                (endpoints(report))
                (chapters(report))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn head(report: &Report) -> Markup {
    let policy = format!(
        "default-src 'none'; media-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="no-referrer";
            title { (visible(&report.title)) }
            style { (PreEscaped(STYLE)) }
        }
    }
}

/// How the policy names what may run.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

fn top(report: &Report) -> Markup {
    let outcome = &report.outcome;
    let lines = [Some(done(report)), spoken(report), unsayable(outcome)];
    html! {
        header {
            h1 lang="zh" { "《" bdi { (visible(&report.title)) } "》" }
            @if !report.author.is_empty() {
                p.soft lang="zh" { bdi { (visible(&report.author)) } }
            }
            (figures(report))
            @for line in lines.into_iter().flatten() { p { (line) } }
            @for line in loudness::told(&outcome.loudness).lines() { p { (visible(line)) } }
        }
    }
}

fn figures(report: &Report) -> Markup {
    let outcome = &report.outcome;
    let n_doubtful = outcome.n_finished.saturating_sub(report.n_sound());
    let counts = [
        ("finished", report.n_sound()),
        ("doubtful", n_doubtful),
        ("incomplete", outcome.incomplete.len()),
    ];
    let measures = [
        ("time", duration(report.took.as_secs_f64())),
        ("audio made", duration(outcome.seconds_spoken)),
        ("speed", format!("{}×", rate(report.speed()))),
    ];
    // A run that spoke nothing has no speed.
    let measures = measures.into_iter().filter(|_| outcome.n_spoken > 0);
    html! {
        dl.figures {
            @for (name, n) in counts { div { dt { (name) } dd class=(name) { (n) } } }
            @for (name, measure) in measures { div { dt { (name) } dd { (measure) } } }
        }
    }
}

fn left(report: &Report) -> Markup {
    let halt = report.outcome.halt.as_ref().map(stopped);
    html! {
        @if halt.is_some() || report.finish.is_some() {
            section {
                h2 { "What is left" }
                @for line in halt.into_iter().flatten() { p { (visible(&line)) } }
                @if let Some(finish) = &report.finish {
                    p { "This finishes it:" }
                    (command(finish))
                }
            }
        }
    }
}

/// A command as it is typed, to the character.
fn command(command: &str) -> Markup {
    html! {
        div.command {
            pre { code { (command) } }
            button type="button" hidden { "Copy" }
        }
    }
}

fn doubts(report: &Report, clips: &[Option<Clip>]) -> Markup {
    let clips = clips.iter().map(Option::as_ref);
    let clips = clips.chain(std::iter::repeat(None));
    let n_more = report.n_doubts - report.doubts.len();
    html! {
        @if !report.doubts.is_empty() {
            section {
                h2 { "Doubtful: " (report.n_doubts) " to listen to" }
                @for (doubt, clip) in report.doubts.iter().zip(clips) { (card(doubt, clip)) }
                @if n_more > 0 { p.soft { "and " (n_more) " more; the chapters below say where" } }
                @if let Some(again) = report.again.as_ref().filter(|_| report.doubts.len() > 1) {
                    p { "New takes of all that is shown here:" }
                    (command(again))
                }
            }
        }
    }
}

fn card(doubt: &DoubtedChunk, clip: Option<&Clip>) -> Markup {
    let seconds = doubt.span.as_ref().map_or(0.0, super::Span::seconds);
    html! {
        article.card {
            p.soft { (doubt.doubted.place()) " " bdi lang="zh" { (visible(&doubt.title)) } }
            @if !doubt.text.is_empty() {
                p.said lang="zh" { bdi { (visible(&doubt.text)) } }
            }
            p.doubtful { bdi { (visible(&doubt.doubted.what)) } }
            @if let Some(clip) = clip {
                (wave(&clip.wave, seconds))
                @if let Some(mp3) = &clip.mp3 {
                    audio controls preload="metadata" src=(data(mp3)) {}
                }
            }
            @if let Some(again) = &doubt.again { (command(again)) }
        }
    }
}

fn data(mp3: &[u8]) -> String {
    format!("data:audio/mpeg;base64,{}", BASE64_STANDARD.encode(mp3))
}

/// A line of the middle, and a stroke of it for every column.
fn wave(heights: &[u8], seconds: f64) -> Markup {
    let middle = u32::from(TALLEST) + 1;
    let line = format!("M0 {middle}h{}", heights.len());
    let strokes = heights.iter().enumerate().map(|(x, height)| {
        let height = u32::from(*height);
        format!("M{x}.5 {}v{}", middle - height, 2 * height)
    });
    // Nothing is drawn where nothing sounds.
    let strokes = strokes.filter(|stroke| !stroke.ends_with("v0"));
    let path: String = std::iter::once(line).chain(strokes).collect();
    let view = format!("0 0 {} {}", heights.len(), 2 * middle);
    html! {
        svg.wave viewBox=(view) preserveAspectRatio="none" role="img"
            aria-label=(format!("waveform of {seconds:.1} s") ) {
            path d=(path) fill="none" stroke="currentColor" stroke-width=".8" {}
        }
    }
}

fn endpoints(report: &Report) -> Markup {
    html! {
        @if !report.endpoints.is_empty() {
            section {
                h2 { "Servers" }
                ul {
                    @for tally in &report.endpoints {
                        li { (visible(&tally.endpoint)) br; span.soft { (requests(tally)) } }
                    }
                }
            }
        }
    }
}

fn chapters(report: &Report) -> Markup {
    let n_more = report.chapters.len().saturating_sub(MOST_LINES);
    html! {
        section {
            h2 { "Chapters" }
            ul {
                @for run in report.chapters.iter().take(MOST_LINES) { (chapter(run)) }
            }
            @if n_more > 0 { p.soft { "and " (n_more) " more; report.txt lists what is incomplete" } }
        }
    }
}

fn chapter(run: &ChapterRun) -> Markup {
    let (class, state) = match &run.state {
        ChapterState::Finished => ("finished", "finished".into()),
        ChapterState::Doubtful(1) => ("doubtful", "1 place to listen to".into()),
        ChapterState::Doubtful(n) => ("doubtful", format!("{n} places to listen to")),
        ChapterState::Incomplete(reason) => ("incomplete", shortened(reason)),
    };
    html! {
        li {
            bdi lang="zh" { (visible(&run.name())) }
            br;
            span class=(class) { (visible(&state)) }
        }
    }
}

fn shortened(reason: &str) -> String {
    let mut short: String = reason.chars().take(LONGEST_REASON).collect();
    if short.len() < reason.len() {
        short.push('…');
    }
    short
}
