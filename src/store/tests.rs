//! What the store promises about bytes on the disk.
//!
//! Never touches a folder that it did not make.

use super::*;
use proptest::prelude::*;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join(".store")).unwrap();
    (folder, store)
}

fn name(text: &str) -> Fingerprint {
    Fingerprint::of([text.as_bytes()])
}

#[test]
fn what_was_put_in_comes_out() {
    let (_folder, store) = store();
    store.put(&name("a"), b"speech").unwrap();
    let entry = store.get(&name("a")).unwrap().unwrap();
    assert_eq!(
        (entry.bytes.as_slice(), entry.take),
        (b"speech".as_slice(), 1)
    );
    assert_eq!(store.get(&name("b")).unwrap(), None);
}

#[test]
fn the_first_writer_wins() {
    let (_folder, store) = store();
    store.put(&name("a"), b"first").unwrap();
    store.put(&name("a"), b"second").unwrap();
    assert_eq!(store.get(&name("a")).unwrap().unwrap().bytes, b"first");
}

#[test]
fn a_new_take_replaces_the_old_one_and_is_counted() {
    let (_folder, store) = store();
    store.put(&name("a"), b"first").unwrap();
    store.replace(&name("a"), b"second", 2).unwrap();
    let entry = store.get(&name("a")).unwrap().unwrap();
    assert_eq!(
        (entry.bytes.as_slice(), entry.take),
        (b"second".as_slice(), 2)
    );
}

proptest! {
    #[test]
    fn any_flipped_bit_makes_an_entry_a_miss(position in 0usize..46, bit in 0u8..8) {
        let (_folder, store) = store();
        store.put(&name("a"), b"speech").unwrap();
        let path = store.path(&name("a"));
        let mut bytes = fs::read(&path).unwrap();
        bytes[position] ^= 1 << bit;
        fs::write(&path, bytes).unwrap();
        prop_assert_eq!(store.get(&name("a")).unwrap(), None);
        prop_assert!(!store.contains(&name("a")), "a broken entry still stands");
    }

    #[test]
    fn any_cut_off_entry_is_a_miss(length in 0usize..46) {
        let (_folder, store) = store();
        store.put(&name("a"), b"speech").unwrap();
        let path = store.path(&name("a"));
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..length]).unwrap();
        prop_assert_eq!(store.get(&name("a")).unwrap(), None);
    }
}

#[test]
fn a_broken_entry_is_set_aside_for_a_person_to_look_at() {
    let (folder, store) = store();
    store.put(&name("a"), b"speech").unwrap();
    fs::write(store.path(&name("a")), b"zeros").unwrap();
    assert_eq!(store.get(&name("a")).unwrap(), None);
    assert_eq!(
        fs::read_dir(folder.path().join(".store/aside"))
            .unwrap()
            .count(),
        1
    );
}

#[cfg(unix)]
#[test]
fn an_entry_that_cannot_be_read_stays_where_it_is() {
    let (folder, store) = store();
    let path = store.path(&name("a"));
    create_folder(path.parent().unwrap()).unwrap();
    // A link to itself stands for whatever keeps a good entry out of reach, even from root.
    std::os::unix::fs::symlink(&path, &path).unwrap();
    assert_eq!(store.get(&name("a")).unwrap_err().action, "read");
    assert!(path.symlink_metadata().is_ok(), "it was moved");
    assert!(!folder.path().join(".store/aside").exists());
}

#[test]
fn a_folder_in_the_place_of_an_entry_is_set_aside() {
    let (_folder, store) = store();
    create_folder(&store.path(&name("a"))).unwrap();
    assert_eq!(store.get(&name("a")).unwrap(), None);
    assert!(!store.contains(&name("a")));
}

#[test]
fn an_entry_under_another_name_is_a_miss() {
    let (_folder, store) = store();
    store.put(&name("a"), b"speech").unwrap();
    create_folder(store.path(&name("b")).parent().unwrap()).unwrap();
    fs::rename(store.path(&name("a")), store.path(&name("b"))).unwrap();
    assert_eq!(store.get(&name("b")).unwrap(), None);
}

#[test]
fn fields_are_not_confused_with_one_another() {
    assert_ne!(
        Fingerprint::of([b"ab".as_slice(), b"c"]),
        Fingerprint::of([b"a".as_slice(), b"bc"])
    );
}

#[test]
fn what_a_crash_left_is_swept_when_nobody_else_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join(".store");
    let shard = root.join("v1/ab");
    create_folder(&shard).unwrap();
    fs::write(shard.join(".draft-x"), b"half").unwrap();
    let first = Store::open(&root).unwrap();
    assert_eq!(fs::read_dir(&shard).unwrap().count(), 0);
    fs::write(shard.join(".draft-y"), b"half").unwrap();
    let _second = Store::open(&root).unwrap();
    assert_eq!(
        fs::read_dir(&shard).unwrap().count(),
        1,
        "the other's draft was swept"
    );
    drop(first);
}
