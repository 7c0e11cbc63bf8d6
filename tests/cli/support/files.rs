//! The files of a folder: their bytes and their times.
//!
//! Never counts what may differ from run to run: the lock, and the report of the last run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// A folder's files at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Files {
    files: BTreeMap<String, (SystemTime, Vec<u8>)>,
}

impl Files {
    /// The files in `folder` and below it.
    pub fn of(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        collect(folder, folder, &mut files);
        files.retain(|name, _| {
            !matches!(
                name.as_str(),
                ".lock" | "lock" | "report.txt" | "report.html"
            )
        });
        Self { files }
    }

    /// Their names.
    pub fn names(&self) -> Vec<&str> {
        self.files.keys().map(String::as_str).collect()
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> &[u8] {
        &self.files[name].1
    }

    /// The names of files that were made, removed, written or touched since `before`.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        self.differing(before, |one, other| one == other)
    }

    /// The names of files that are missing on one side or hold other bytes.
    pub fn differing_from(&self, other: &Self) -> Vec<String> {
        self.differing(other, |one, other| {
            one.map(|(_, bytes)| bytes) == other.map(|(_, bytes)| bytes)
        })
    }

    fn differing(
        &self,
        other: &Self,
        is_same: impl Fn(Option<&(SystemTime, Vec<u8>)>, Option<&(SystemTime, Vec<u8>)>) -> bool,
    ) -> Vec<String> {
        let mut names: Vec<&String> = self.files.keys().chain(other.files.keys()).collect();
        names.sort();
        names.dedup();
        names
            .into_iter()
            .filter(|name| !is_same(self.files.get(*name), other.files.get(*name)))
            .cloned()
            .collect()
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, (SystemTime, Vec<u8>)>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
            continue;
        }
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        files.insert(name, (time, fs::read(&path).unwrap()));
    }
}
