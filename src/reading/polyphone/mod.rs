//! Characters of several readings, decided by their sentence.
//!
//! Never gives a character a reading that the dictionary does not have for it.

mod network;

use std::collections::HashMap;

use pinyin_pro::data::DICT1_ENTRIES;

use super::pinyin::numbered;
use super::{Because, Syllable};
use network::Network;

/// The characters that the network was seen to read better than the dictionary does alone, on the
/// development set of g2pM. It would guess at the others, and guess badly.
const WEIGHED: &str = "丧为丽什佣侗供俟僮切削剥劲卷句吐呗呛咽哩啊啦嚓圜圩坊垛夹奔姥媛少峒差扒扛挑挣挨揣\
    撇擂攒晕曲朴槛樘氓汗泷济燕牟率糊累缝缪翘翟肖肚脯臊臭芾茄茜莘蔚薄藏蛤蜇蠡裨覃调豁\
    轧载酢量钉钻铣铺镝闷阙难颉鬲鲜";

/// The network, and between which readings it decides.
#[derive(Debug)]
pub(super) struct Polyphones {
    network: Network,
    readings: HashMap<char, Readings>,
}

/// The readings of one character, and the class of each.
#[derive(Debug, Default)]
struct Readings {
    syllables: Vec<String>,
    classes: Vec<usize>,
}

impl Polyphones {
    pub(super) fn new() -> Self {
        let classes: HashMap<&str, usize> = Network::syllables().zip(0..).collect();
        let readings = DICT1_ENTRIES
            .iter()
            .filter(|(character, _)| WEIGHED.contains(character))
            .filter_map(|(character, readings)| {
                let readings = Readings::new(readings, &classes);
                let character = character.chars().next()?;
                (readings.classes.len() > 1).then_some((character, readings))
            })
            .collect();
        Self {
            network: Network::new(),
            readings,
        }
    }

    /// Decides what no word of the dictionary has decided.
    pub(super) fn decide(&self, sentence: &[char], syllables: &mut [Syllable]) {
        let mut open = sentence
            .iter()
            .zip(syllables)
            .enumerate()
            .filter_map(|(index, (character, syllable))| {
                let is_open = syllable.because == Because::Dictionary;
                let readings = self.readings.get(character).filter(|_| is_open)?;
                Some((index, readings, syllable))
            })
            .peekable();
        if open.peek().is_none() {
            return;
        }
        let context = self.network.read(sentence);
        for (index, readings, syllable) in open {
            let scores = self.network.score(&context, index, &readings.classes);
            let best = scores
                .zip(&readings.syllables)
                .max_by(|left, right| left.0.total_cmp(&right.0));
            if let Some((_, best)) = best {
                *syllable = Syllable::new(best.as_str(), Because::Context);
            }
        }
    }
}

impl Readings {
    fn new(listed: &str, classes: &HashMap<&str, usize>) -> Self {
        let mut readings = Self::default();
        for syllable in listed.split(' ').filter_map(numbered) {
            if let Some(&class) = classes.get(syllable.as_str()) {
                readings.syllables.push(syllable);
                readings.classes.push(class);
            }
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(sentence: &str, because: Because) -> String {
        let chars: Vec<char> = sentence.chars().collect();
        let mut syllables = vec![Syllable::new("", because); chars.len()];
        Polyphones::new().decide(&chars, &mut syllables);
        let read: Vec<String> = syllables.into_iter().map(|s| s.pinyin).collect();
        read.concat()
    }

    #[test]
    fn the_sentence_decides_between_the_readings() {
        assert_eq!(decide("死亡率很高。", Because::Dictionary), "lv4");
        assert_eq!(decide("他率兵出城。", Because::Dictionary), "shuai4");
    }

    #[test]
    fn what_a_word_has_decided_stays() {
        assert_eq!(decide("他率兵出城。", Because::Word), "");
    }

    #[test]
    fn a_character_of_one_reading_is_left_alone() {
        assert_eq!(decide("山高月小", Because::Dictionary), "");
    }

    #[test]
    fn each_weighed_character_has_readings_to_choose_from() {
        let polyphones = Polyphones::new();
        for character in WEIGHED.chars() {
            assert!(polyphones.readings.contains_key(&character), "{character}");
        }
    }
}
