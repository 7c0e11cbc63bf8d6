//! Downloads from servers that break off, ignore what was asked, or are not there.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;

use super::super::scripted::{Scripted, answer, answer_with};
use super::*;

const FILE: &[u8] = b"weights of a voice";

struct Case {
    server: Scripted,
    partial: PathBuf,
    _folder: tempfile::TempDir,
}

impl Case {
    /// A server with these answers, and a file that has begun with `there`.
    fn new(there: &[u8], answers: Vec<Vec<u8>>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let partial = folder.path().join("voice.part");
        fs::write(&partial, there).unwrap();
        let server = Scripted::serve(answers);
        Self {
            server,
            partial,
            _folder: folder,
        }
    }

    async fn download(&self) -> Result<(), FetchError> {
        let url = format!("{}/voice.bin?token=secret", self.server.url);
        fetch(&url, &self.partial).await
    }

    fn content(&self) -> Vec<u8> {
        fs::read(&self.partial).unwrap()
    }
}

/// The client of downloads, past any proxy and with less patience.
fn local() -> Client {
    let builder = Client::builder().no_proxy();
    build(builder.read_timeout(Duration::from_secs(10))).unwrap()
}

async fn fetch(url: &str, partial: &Path) -> Result<(), FetchError> {
    download(&local(), url, partial, |_, _| {}).await
}

fn continued(from: usize) -> Vec<u8> {
    let (last, total) = (FILE.len() - 1, FILE.len());
    let head = format!("206 Partial Content\ncontent-range: bytes {from}-{last}/{total}");
    answer(&head, &FILE[from..])
}

#[tokio::test]
async fn a_file_comes_whole() {
    let case = Case::new(b"", vec![answer("200 OK", FILE)]);
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
    assert!(!case.server.requests()[0].contains("range:"));
}

#[tokio::test]
async fn a_download_that_broke_off_goes_on_where_it_stopped() {
    let cut = answer_with("200 OK\ncontent-length: 18", &FILE[..7]);
    let case = Case::new(b"", vec![cut, continued(7)]);
    let error = case.download().await.unwrap_err();
    assert!(
        matches!(error, FetchError::CutOff { so_far: 7, .. }),
        "{error:?}"
    );
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
    assert!(case.server.requests()[1].contains("range: bytes=7-\r\n"));
}

#[tokio::test]
async fn a_server_that_cannot_continue_starts_again() {
    let case = Case::new(b"weigh", vec![answer("200 OK", FILE)]);
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn a_wrong_part_is_not_appended() {
    let case = Case::new(b"weigh", vec![continued(9), answer("200 OK", FILE)]);
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn a_part_smaller_than_asked_for_is_not_the_end() {
    let head = "206 Partial Content\ncontent-range: bytes 5-6/18";
    let case = Case::new(b"weigh", vec![answer(head, &FILE[5..7]), continued(7)]);
    let error = case.download().await.unwrap_err();
    assert!(
        matches!(error, FetchError::CutOff { so_far: 7, .. }),
        "{error:?}"
    );
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn a_file_that_is_whole_is_not_fetched_again() {
    let nothing = answer("416 Range Not Satisfiable\ncontent-range: bytes */18", b"");
    let case = Case::new(FILE, vec![nothing]);
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn a_file_that_is_too_long_is_fetched_anew() {
    let nothing = answer("416 Range Not Satisfiable\ncontent-range: bytes */18", b"");
    let case = Case::new(
        &[FILE, FILE].concat(),
        vec![nothing, answer("200 OK", FILE)],
    );
    case.download().await.unwrap();
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn an_error_page_is_not_the_file_and_what_was_there_stays() {
    let case = Case::new(b"weigh", vec![answer("404 Not Found", b"<html>")]);
    let error = case.download().await.unwrap_err();
    assert!(
        matches!(error, FetchError::Status { status: 404, .. }),
        "{error:?}"
    );
    assert!(error.is_about_source());
    assert_eq!(case.content(), b"weigh");
}

#[tokio::test]
async fn redirects_are_followed() {
    let moved = answer("302 Found\nlocation: /elsewhere", b"");
    let case = Case::new(b"", vec![moved, answer("200 OK", FILE)]);
    case.download().await.unwrap();
    assert!(case.server.requests()[1].starts_with("GET /elsewhere "));
    assert_eq!(case.content(), FILE);
}

#[tokio::test]
async fn redirects_in_a_circle_end() {
    let moved = answer("302 Found\nlocation: /elsewhere", b"");
    let case = Case::new(b"", vec![moved; REDIRECTS + 1]);
    assert!(matches!(
        case.download().await,
        Err(FetchError::Unreachable { .. })
    ));
}

#[tokio::test]
async fn progress_is_told_to_the_end() {
    let case = Case::new(b"weigh", vec![continued(5)]);
    let mut told = Vec::new();
    let note = |so_far, total| told.push((so_far, total));
    download(&local(), &case.server.url, &case.partial, note)
        .await
        .unwrap();
    assert_eq!(told.first(), Some(&(5, Some(18))));
    assert_eq!(told.last(), Some(&(18, Some(18))));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_without_secrets() {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("http://me:secret@{port}/voice.bin?token=secret");
    let error = fetch(&url, &folder.path().join("x")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("no answer from `http://{port}/voice.bin`")
    );
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
}

#[tokio::test]
async fn a_connection_that_falls_asleep_is_cut_off() {
    // The system takes the connection; nobody ever answers on it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let builder = Client::builder()
        .no_proxy()
        .read_timeout(Duration::from_millis(50));
    let folder = tempfile::tempdir().unwrap();
    let (client, partial) = (build(builder).unwrap(), folder.path().join("x"));
    assert!(matches!(
        download(&client, &url, &partial, |_, _| {}).await,
        Err(FetchError::Unreachable { .. })
    ));
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_to_is_not_the_servers_fault() {
    let folder = tempfile::tempdir().unwrap();
    let inside_nothing = folder.path().join("missing").join("x");
    let error = fetch("http://127.0.0.1:9/", &inside_nothing)
        .await
        .unwrap_err();
    assert!(
        matches!(error, FetchError::Write { .. }) && !error.is_about_source(),
        "{error:?}"
    );
}

#[tokio::test]
async fn text_that_is_no_address_is_refused() {
    let path = Path::new("/nowhere");
    let error = fetch("file:///etc/hosts?x", path).await.unwrap_err();
    assert!(matches!(error, FetchError::Address { .. }), "{error:?}");
}
