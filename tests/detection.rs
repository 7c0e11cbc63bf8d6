//! Every kind of fault is found where timings say what should be heard: a small part of `bench/detection.sh`.
//!
//! Never needs the voice inside: a made-up voice beeps once for each character.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

#[path = "../examples/detection/fault.rs"]
mod fault;
#[path = "../examples/detection/night.rs"]
mod night;

use std::time::Duration;

use fault::{Dice, Fault};
use night::{Spoken, at_the_gate, audited, gates};
use pingshu::reading::{Reader, Script};
use pingshu::speech::fake::Fake;
use pingshu::speech::gate::Said;

const TEXTS: [&str; 14] = [
    "雪下了一整夜，山路已经看不见了。",
    "掌柜把灯笼点亮，挂在门口的树上。",
    "老人推开了门，帽子上全是白雪。",
    "孙女跑过去，接过他手里的布包。",
    "屋里很暖和，大家围着炉子坐下。",
    "他喝了热茶，把扇子轻轻地一合。",
    "学徒走在前面，心里又高兴又怕。",
    "渡口的船工，昨天夜里没有回来。",
    "月亮升上来，照着长长的石板路。",
    "远处有人唱歌，声音越来越近了。",
    "信写得很短，一共不过两行小字。",
    "姑娘看完信，眼泪慢慢落了下来。",
    "窗外的风停了，只听见炉火在响。",
    "天快亮的时候，他终于找到了门。",
];

async fn chapter() -> Vec<Spoken> {
    let (reader, fake) = (
        Reader::new(Script::Simplified).unwrap(),
        Fake::new("fake", Duration::ZERO, None),
    );
    let mut chapter = Vec::new();
    for text in TEXTS {
        let said = Said {
            sound: text.into(),
            symbols: Some(text.into()),
            ..Said::of(&reader.read(text))
        };
        let speech = fake.speak(text).await;
        chapter.push(Spoken {
            text: text.into(),
            said,
            speech,
        });
    }
    chapter
}

#[tokio::test]
async fn good_speeches_are_not_accused() {
    let (chapter, folder) = (chapter().await, tempfile::tempdir().unwrap());
    let gates = gates(std::iter::empty());
    for spoken in &chapter {
        assert_eq!(at_the_gate(&gates, spoken), None);
    }
    assert_eq!(audited(&chapter, None, folder.path()), []);
}

#[tokio::test]
async fn every_kind_of_fault_is_found() {
    let (clean, folder) = (chapter().await, tempfile::tempdir().unwrap());
    for (seed, fault) in Fault::ALL.into_iter().enumerate() {
        let (mut chapter, place, other) = (clean.clone(), 3, 8);
        chapter[place].speech = match fault {
            Fault::Swapped | Fault::Duplicated => clean[other].speech.clone(),
            _ => fault.put_into(&clean[place].speech, &mut Dice::new(seed as u64 + 1)),
        };
        let missing = (fault == Fault::Missing).then_some(place);
        let gates = gates(clean[5..].iter());
        let is_at_gate = missing.is_none() && at_the_gate(&gates, &chapter[place]).is_some();
        assert!(
            is_at_gate || !audited(&chapter, missing, folder.path()).is_empty(),
            "{} is not found",
            fault.name()
        );
    }
}
