//! Power cuts: killed at any moment, a render leaves nothing that the next one cannot finish.
//!
//! Runs a dozen kills; `PINGSHU_TEST_KILLS=200` runs as many as it says. The moments are drawn from
//! a fixed seed; `PINGSHU_TEST_SEED` draws others.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::support::{Files, SNOW, Shelf};

const KILLS: u64 = 12;
const SEED: u64 = 0x5eed_b00c;

/// As many as the shelf lets speak at once.
const WORKERS: usize = 2;

/// Milliseconds that the voice takes for a chunk.
const PACE: u64 = 8;

#[test]
fn a_render_that_was_killed_is_finished_by_the_next_as_if_nothing_had_happened() {
    let setting = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let n_kills = setting("PINGSHU_TEST_KILLS", KILLS);
    let seed = setting("PINGSHU_TEST_SEED", SEED);
    let undisturbed = Undisturbed::render();
    let mut moments = Random(seed);
    let mut most = 0;
    let mut shelf = None;
    for kill in 0..n_kills {
        let moment = moments.below(undisturbed.took.as_micros() as u64 * 11 / 10);
        // One render from nothing, then one of a finished book that lost some of its files.
        let place = shelf
            .take()
            .filter(|_| kill % 2 == 1)
            .map_or_else(Place::fresh, |shelf| Place::damaged(shelf, &mut moments));
        let again = place.kill_and_finish(Duration::from_micros(moment), &undisturbed);
        let again = again.unwrap_or_else(|problem| {
            panic!("seed {seed}, kill {kill} after {moment} µs: {problem}")
        });
        most = most.max(again);
        shelf = Some(place.shelf);
    }
    println!(
        "{n_kills} kills within {:?}; at most {most} chunks spoken twice",
        undisturbed.took
    );
}

/// A book that nobody disturbed.
struct Undisturbed {
    files: Files,
    speeches: Files,
    took: Duration,
}

impl Undisturbed {
    fn render() -> Self {
        let shelf = Shelf::new().book(SNOW);
        shelf.pace(PACE);
        let begun = Instant::now();
        shelf.run(["render", "雪夜.txt"]).exits(0);
        Self {
            took: begun.elapsed(),
            files: shelf.files(),
            speeches: speeches(&shelf),
        }
    }
}

fn speeches(shelf: &Shelf) -> Files {
    Files::of(&shelf.path("out/.store/v1"))
}

/// Where a render is about to be killed.
struct Place {
    shelf: Shelf,
    n_to_speak: usize,
}

impl Place {
    fn fresh() -> Self {
        let shelf = Shelf::new().book(SNOW);
        shelf.pace(PACE);
        Self {
            shelf,
            n_to_speak: 13,
        }
    }

    /// A finished book that lost a track, and a third of its speeches.
    fn damaged(shelf: Shelf, random: &mut Random) -> Self {
        let tracks = paths(&shelf.path("out/雪夜"), "wav");
        fs::remove_file(&tracks[random.within(0..tracks.len())]).unwrap();
        let lost: Vec<_> = paths(&shelf.path("out/.store/v1"), "wav")
            .into_iter()
            .filter(|_| random.below(3) == 0)
            .collect();
        for path in &lost {
            fs::remove_file(path).unwrap();
        }
        Self {
            shelf,
            n_to_speak: lost.len(),
        }
    }

    /// Kills a render at a moment, runs another, and gives the number of chunks spoken twice.
    fn kill_and_finish(
        &self,
        moment: Duration,
        undisturbed: &Undisturbed,
    ) -> Result<usize, String> {
        let place = &self.shelf;
        place.forget_spoken();
        let running = place.start(["render", "雪夜.txt"]);
        std::thread::sleep(moment);
        running.kill();
        let ran = place.run(["render", "雪夜.txt"]);
        if ran.code != Some(0) {
            return Err(ran.shown());
        }
        let differing = place.files().differing_from(&undisturbed.files);
        if !differing.is_empty() {
            return Err(format!("{differing:?} are not as they should be"));
        }
        let drafts = drafts(&place.path("out"));
        if !drafts.is_empty() {
            return Err(format!("{drafts:?} were left behind"));
        }
        self.check_speeches(undisturbed)?;
        let n_again = place.spoken().len().saturating_sub(self.n_to_speak);
        if n_again > WORKERS {
            return Err(format!("{n_again} chunks were spoken twice"));
        }
        Ok(n_again)
    }

    /// A speech that no missing track needs may stay away; those that are there must be right.
    fn check_speeches(&self, undisturbed: &Undisturbed) -> Result<(), String> {
        let speeches = speeches(&self.shelf);
        let is_wrong = |name: &&str| speeches.bytes(name) != undisturbed.speeches.bytes(name);
        match speeches.names().into_iter().find(is_wrong) {
            Some(name) => Err(format!("the speech {name} is not what it should be")),
            None => Ok(()),
        }
    }
}

/// The files in `folder` and its folders that have that ending, in order.
fn paths(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut paths = every_file(folder);
    paths.retain(|path| path.extension().is_some_and(|end| end == ending));
    paths.sort();
    paths
}

fn drafts(folder: &Path) -> Vec<PathBuf> {
    let mut paths = every_file(folder);
    paths.retain(|path| path.to_string_lossy().contains(".draft-"));
    paths
}

fn every_file(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let below = |path: PathBuf| {
        if path.is_dir() {
            every_file(&path)
        } else {
            vec![path]
        }
    };
    entries
        .flat_map(|entry| below(entry.unwrap().path()))
        .collect()
}

/// Numbers that look random and are the same every time (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }

    fn within(&mut self, range: Range<usize>) -> usize {
        range.start + self.below(range.len() as u64) as usize
    }
}
