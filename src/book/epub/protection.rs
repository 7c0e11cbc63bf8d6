//! Whether a book is copy-protected.
//!
//! Never takes protection off. Fonts that are only made unreadable are none: they are no text.

use super::archive::Archive;
use super::flaw::EpubFlaw;
use super::package::local;
use crate::book::html::{Token, Tokens, lower};

/// Files that only protected books have.
const RIGHTS: [&str; 3] = [
    "META-INF/rights.xml",
    "META-INF/sinf.xml",
    "META-INF/license.lcpl",
];

const ENCRYPTION: &str = "META-INF/encryption.xml";

/// Methods that make fonts unreadable for other programs.
const FONT_METHODS: [&str; 2] = [
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
];

/// Refuses a book that is protected.
///
/// # Errors
///
/// When it is.
pub fn check(archive: &mut Archive) -> Result<(), EpubFlaw> {
    if let Some(by) = RIGHTS.iter().find(|name| archive.find(name).is_some()) {
        let by = (*by).to_owned();
        return Err(EpubFlaw::Protected { by });
    }
    let Some(index) = archive.find(ENCRYPTION) else {
        return Ok(());
    };
    let methods = String::from_utf8_lossy(&archive.read(index)?).into_owned();
    match real_method(&methods) {
        Some(by) => Err(EpubFlaw::Protected { by }),
        None => Ok(()),
    }
}

/// The first method that is not for fonts.
fn real_method(encryption: &str) -> Option<String> {
    let methods = Tokens::new(encryption).filter_map(|token| match token {
        Token::Open(tag) if local(&lower(tag.raw_name())) == "encryptionmethod" => {
            tag.attribute("Algorithm")
        }
        _ => None,
    });
    let mut real = methods.filter(|method| !FONT_METHODS.contains(&method.trim()));
    real.next().map(str::to_owned)
}
