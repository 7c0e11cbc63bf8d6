//! Books that are damaged, protected or made to do harm.

use super::*;

#[test]
fn missing_pages_are_doubts_and_none_at_all_is_refused() {
    let builder = Builder::new().order("lost.xhtml", "");
    let first = "OEBPS/lost.xhtml".to_owned();
    assert_eq!(builder.flaw(), EpubFlaw::AllMissing { n: 1, first });
    let book = builder.page("a.xhtml", SNOW).book();
    assert_eq!((book.doubts[0].kind, book.doubts[0].line), ("missing", 1));
    assert!(book.doubts[0].text.contains("OEBPS/lost.xhtml"));
}

#[test]
fn a_book_without_its_lists_is_refused() {
    assert_eq!(
        flaw(&zipped([("a.xhtml", b"a".as_slice())].into_iter())),
        EpubFlaw::NoPackage
    );
    for opf in ["", "<package", "\0\0\0", "<package><spine></package>"] {
        let builder = Builder::new()
            .page("a.xhtml", SNOW)
            .file("OEBPS/book.opf", opf);
        assert!(
            matches!(builder.flaw(), EpubFlaw::NothingToRead { .. }),
            "{opf}"
        );
    }
}

#[test]
fn a_book_whose_container_is_torn_is_found_all_the_same() {
    let book = Builder::new()
        .page("a.xhtml", SNOW)
        .file(CONTAINER, "<container")
        .book();
    assert_eq!(heard(&book).len(), 1);
}

#[test]
fn protected_books_are_refused_and_hidden_fonts_are_not_protection() {
    let encryption = |method| {
        format!(
            "<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm=\"{method}\"/></enc:EncryptedData></encryption>"
        )
    };
    let name = "META-INF/encryption.xml";
    let builder = || Builder::new().page("a.xhtml", SNOW);
    let aes = "http://www.w3.org/2001/04/xmlenc#aes128-cbc";
    let by = aes.to_owned();
    assert_eq!(
        builder().file(name, encryption(aes)).flaw(),
        EpubFlaw::Protected { by }
    );
    for rights in RIGHTS_FILES {
        let flaw = builder().file(rights, "<rights/>").flaw();
        assert!(matches!(flaw, EpubFlaw::Protected { .. }));
    }
    builder()
        .file(name, encryption("http://www.idpf.org/2008/embedding"))
        .book();
}

const RIGHTS_FILES: [&str; 2] = ["META-INF/rights.xml", "META-INF/sinf.xml"];

#[test]
fn a_torn_archive_is_refused() {
    let bytes = Builder::new().page("a.xhtml", &SNOW.repeat(100)).bytes();
    for n in [4, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(flaw(&bytes[..n]), EpubFlaw::Damaged { .. }), "{n}");
    }
    let mut wrong = bytes.clone();
    let page = wrong
        .windows(13)
        .position(|name| name == b"OEBPS/a.xhtml")
        .unwrap();
    wrong[page + 40] ^= 0x55;
    assert!(matches!(flaw(&wrong), EpubFlaw::Damaged { .. }));
}

#[test]
fn a_page_that_unpacks_without_end_is_refused() {
    let bomb = "<p>雪</p>".repeat(1_700_000);
    let flaw = Builder::new().page("a.xhtml", &bomb).flaw();
    assert!(matches!(flaw, EpubFlaw::TooLarge { .. }), "{flaw}");
}

#[test]
fn an_archive_of_a_hundred_thousand_files_is_refused() {
    let names: Vec<_> = (0..21_000).map(|index| index.to_string()).collect();
    let files = names.iter().map(|name| (name.as_str(), b"".as_slice()));
    assert!(matches!(
        flaw(&zipped(files)),
        EpubFlaw::TooManyEntries { n: 21_000, .. }
    ));
}

#[test]
fn files_that_share_their_bytes_are_refused() {
    let mut bytes = Builder::new()
        .page("a.xhtml", SNOW)
        .page("b.xhtml", SNOW)
        .bytes();
    // The list says that both pages stand where the first does.
    let entries: Vec<_> = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, mark)| mark == b"PK\x01\x02")
        .map(|(at, _)| at)
        .collect();
    let [first, second] = entries[entries.len() - 2..] else {
        panic!("no pages")
    };
    let offset: Vec<u8> = bytes[first + 42..first + 46].to_vec();
    bytes[second + 42..second + 46].copy_from_slice(&offset);
    assert!(matches!(
        flaw(&bytes),
        EpubFlaw::Overlap | EpubFlaw::Damaged { .. }
    ));
}

#[test]
fn an_encrypted_page_is_refused() {
    let mut bytes = Builder::new().page("a.xhtml", SNOW).bytes();
    let last = bytes
        .windows(4)
        .rposition(|mark| mark == b"PK\x01\x02")
        .unwrap();
    bytes[last + 8] |= 1;
    let entry = "OEBPS/a.xhtml".to_owned();
    assert_eq!(flaw(&bytes), EpubFlaw::Encrypted { entry });
}

#[test]
fn a_name_that_climbs_out_of_the_archive_is_no_file_of_it() {
    let book = Builder::new()
        .page("a.xhtml", SNOW)
        .order("../../evil.xhtml", "")
        .file("../evil.xhtml", WIND)
        .file("/abs.xhtml", WIND)
        .book();
    assert_eq!(heard(&book), ["雪落了一夜。"]);
    assert_eq!(book.doubts[0].kind, "missing");
}

#[test]
fn entities_of_a_document_are_never_expanded() {
    let page = "<!DOCTYPE html [<!ENTITY a \"雪雪雪雪\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]><html><body><p>风&b;&x;&mdash;</p></body></html>";
    let book = Builder::new()
        .order("a.xhtml", "")
        .file("OEBPS/a.xhtml", page)
        .book();
    assert_eq!(heard(&book), ["风&b;&x;—"]);
}

#[test]
fn every_flaw_says_what_to_do() {
    let flaws = [
        EpubFlaw::Overlap,
        EpubFlaw::NoPackage,
        EpubFlaw::Encrypted {
            entry: "a".to_owned(),
        },
        EpubFlaw::Protected { by: "a".to_owned() },
    ];
    for flaw in flaws {
        let name = "a.epub".to_owned();
        assert!(BookError::Epub { name, flaw }.hint().is_some());
    }
}
