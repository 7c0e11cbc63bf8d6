//! Settings, voice and folders, as every command needs them.
//!
//! Never opens an engine or a store.

use std::path::{Path, PathBuf};

use anyhow::Result;
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use pingshu::batch::{self, BatchError, Plan, Source};
use pingshu::book::BookSettings;
use pingshu::chapter::{Guide, Pattern};
use pingshu::chunk::Limits;
use pingshu::speech::http::Sent;
use pingshu::speech::kokoro::pack::Manifest;
use pingshu::speech::{EngineSettings, Pauses, Voice};

use super::dirt;
use super::flags::Choice;
use super::message::Usage;
use super::settings::Settings;

/// What every command needs.
pub struct Context {
    /// The settings in force.
    pub settings: Settings,
    /// What was typed, to repeat it in a command that finishes the rest.
    pub choice: Choice,
    /// What was sent to servers so far, for all books of the run.
    sent: Sent,
    config_folder: Option<PathBuf>,
    data_folder: Option<PathBuf>,
}

impl Context {
    /// Reads the settings.
    pub fn new(choice: &Choice) -> Result<Self> {
        let folders = choose_app_strategy(AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "pingshu".into(),
        })
        .ok();
        let config_folder = folders.as_ref().map(AppStrategy::config_dir);
        Ok(Self {
            settings: Settings::load(choice, config_folder.as_deref())?,
            choice: choice.clone(),
            sent: Sent::default(),
            data_folder: folders.as_ref().map(AppStrategy::data_dir),
            config_folder,
        })
    }

    /// The user's config folder.
    pub fn config_folder(&self) -> Option<&Path> {
        self.config_folder.as_deref()
    }

    /// Where voice files are looked for, before the binary's own.
    pub fn voice_folders(&self) -> Vec<PathBuf> {
        let user = self
            .config_folder
            .as_ref()
            .map(|folder| folder.join("voices"));
        [PathBuf::from("voices")].into_iter().chain(user).collect()
    }

    /// The narrator.
    pub fn voice(&self) -> Result<Voice> {
        Ok(Voice::find(&self.settings.voice, &self.voice_folders())?)
    }

    /// How long the chunks of this narrator are.
    pub fn limits(&self, voice: &Voice) -> Limits {
        voice.fitting(self.settings.limits)
    }

    /// How this narrator paces.
    pub fn pauses(&self, voice: &Voice) -> Pauses {
        let pauses = self.settings.pauses.for_voice(voice);
        self.settings.profile.paced(pauses)
    }

    /// Where the pack of the voice inside is installed.
    pub fn pack_folder(&self) -> Result<PathBuf> {
        let data = || self.data_folder.as_ref().map(|folder| folder.join("packs"));
        let packs = self.settings.packs.clone().or_else(data);
        let packs = packs.ok_or(Usage(
            "there is no home folder to install voices in; set `packs` in config.toml",
        ))?;
        Ok(packs.join(Manifest::built_in().name))
    }

    /// What engines need besides the voice.
    pub fn engine_settings(&self) -> Result<EngineSettings> {
        Ok(EngineSettings {
            pack: self.pack_folder()?,
            workers: self.workers(),
            http: self.settings.http,
            sent: self.sent.clone(),
        })
    }

    /// Runs of the voice inside at once.
    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.settings.workers.unwrap_or_else(cores)
    }

    /// How a book is read.
    pub fn book_settings(&self, source: &Source) -> Result<BookSettings> {
        Ok(BookSettings {
            encoding: self.settings.encoding.clone(),
            rules: dirt::rules(self.config_folder.as_deref(), source.path())?,
            notes: self.settings.notes,
        })
    }

    /// Reads and plans a book for the narrator.
    pub fn plan(&self, source: &Source) -> Result<Plan> {
        let limits = self.limits(&self.voice()?);
        let (book, ledger) = source.read(&self.book_settings(source)?)?;
        let guide = self.guide(source)?;
        Ok(Plan::of(
            book,
            ledger,
            limits,
            self.settings.titles,
            &guide,
        )?)
    }

    /// What is said about the chapters of a book.
    fn guide(&self, source: &Source) -> Result<Guide> {
        let heading = self.settings.heading.as_deref().map(Pattern::new);
        let heading = heading.transpose().map_err(BatchError::from)?;
        let named = self.settings.toc.as_deref();
        // Under a table that was only found, a pattern that was typed would do nothing.
        let is_over_table = self.choice.heading.is_some() && named.is_none();
        let contents = if is_over_table {
            None
        } else {
            batch::find_contents(source, named)?
        };
        Ok(Guide { heading, contents })
    }
}
