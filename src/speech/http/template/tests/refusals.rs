//! Voice files that are refused, and what is said of them.

use super::*;

/// A request with these fields, and these lines after it.
fn with_json(fields: &str, after: &str) -> String {
    format!("[request]\npath = \"/t\"\njson = {{ text = \"{{text}}\", {fields} }}\n{after}")
}

/// Checks that each voice file is refused with these words.
fn check_refusals(table: &[(&str, &str)]) {
    for (more, what) in table {
        let told = refusal(more);
        assert!(told.contains(what), "{more}\n{told}");
    }
}

#[test]
fn what_is_wrong_in_a_body_is_told_with_its_key() {
    for (field, what) in [
        (
            "a = \"{emotoin}\"",
            "`request.json.a`: `{emotoin}` is no placeholder",
        ),
        (
            "a = \"{key}\"",
            "`request.json.a` has `{key}`, and there is none",
        ),
        (
            "token = \"abcdefgh0123456789\"",
            "`request.json.token` looks like a key",
        ),
    ] {
        let told = refusal(&with_json(field, ""));
        assert!(told.contains(what), "{field}\n{told}");
    }
    let ssml = "[request]\npath = \"/t\"\nbody = \"<a>{text}</a>\"\ncontent_type = \"text/xml\"";
    let file_of_text = "[request]\npath = \"/t\"\nmultipart = { a = { file = \"/x{text}\" } }";
    let file_of_path = "[request]\npath = \"/t\"\nmultipart = { a = { path = \"x\" } }";
    let body = "[request]\npath = \"/t\"\nbody = \"{text}\"";
    check_refusals(&[
        (
            &with_json("a = 1", "form = { a = 1 }"),
            "one of `json`, `form`",
        ),
        (body, "`request.content_type` is missing"),
        (ssml, "`request.body` must say how"),
        (file_of_path, "`request.multipart.a` has `path`"),
        (
            file_of_text,
            "`request.multipart.a.file` must not hold `{text}`",
        ),
    ]);
}

#[test]
fn what_is_wrong_in_a_header_is_told_with_its_key() {
    for (header, what) in [
        (
            "X = \"{text}\"",
            "`request.headers.X` must not hold `{text}`",
        ),
        ("Host = \"a\"", "`request.headers.Host` is set by pingshu"),
        (
            "X-Token = \"abcdefgh0123456789\"",
            "`request.headers.X-Token` looks like a key",
        ),
        ("\"a b\" = \"x\"", "`request.headers.a b` is no name"),
        ("X = \"{voice}\"", "`headers.x` has characters"),
    ] {
        let more = format!(
            "voice = \"a\\nb\"\n{}",
            with_json("a = 1", "[request.headers]\n")
        );
        let told = refusal(&format!("{more}{header}"));
        assert!(told.contains(what), "{header}\n{told}");
    }
}

#[test]
fn what_is_wrong_in_a_path_is_told_with_its_key() {
    for (path, what) in [
        ("/t", "`request` must hold `{text}`"),
        ("http://evil.test/t", "`request.path` must begin with `/`"),
        ("t", "`request.path` must begin with `/`"),
        ("/t?a=b", "`request.path` must not hold `?`"),
        ("/{text}", "`request.path` must not hold `{text}`"),
        ("/{uuid}", "`request.path` may hold"),
    ] {
        let told = refusal(&format!("[request]\npath = \"{path}\""));
        assert!(told.contains(what), "{path}\n{told}");
    }
}

#[test]
fn what_is_wrong_around_a_request_is_told_with_its_key() {
    let request = with_json("a = 1", "");
    let before = |line: &str| format!("{line}\n{request}");
    let after = |lines: &str| format!("{request}\n{lines}");
    let prepare = "[prepare]\npath = \"/p\"\nquery = { a = \"{text}\" }";
    check_refusals(&[
        ("", "`[request]` is missing"),
        ("[request]\npath = \"/t\"\nmethod = \"PUT\"", "PUT"),
        ("[request]\npath = \"/t\"\nbdoy = \"\"", "bdoy"),
        (&after("[[prepare]]\npath = \"/t\"\nbdoy = \"\""), "bdoy"),
        (&after(prepare), "`prepare.query.a` must not hold `{text}`"),
        (
            &after("[voices]\npath = \"/v\"\npointer = \"v\""),
            "`voices.pointer` is `v`",
        ),
        (&before("key_env = \"K\""), "`request` holds no `{key}`"),
        (&before("speed = 1.5"), "`request` holds no `{speed}`"),
        (&before("variables = { text = 1 }"), "`variables.text`"),
        (
            &before("variables = { api_key = \"abcdefgh0123456789\" }"),
            "`variables.api_key` looks like a key",
        ),
        (
            &before("key_env = \"A\"\nkey_file = \"B\""),
            "only one of `key_env`",
        ),
        (
            &before("key_command = []"),
            "`key_command` must name a program",
        ),
        (
            &before("extra = { a = 1 }"),
            "`extra` is for engine `openai`",
        ),
    ]);
}
