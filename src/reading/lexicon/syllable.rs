//! Pinyin as a person writes it.
//!
//! Never takes what no Mandarin syllable is: a slip of the pen must not become a noise.

use crate::reading::pinyin::numbered;

/// The syllables of Mandarin without their tones; ü is `v`. Those of the pinyin table of the voice
/// inside (Apache-2.0).
const SYLLABLES: &str = "\
    a ai an ang ao ba bai ban bang bao bei ben beng bi bian biang biao bie bin bing bo bong bu ca cai can cang \
    cao ce cei cen ceng cha chai chan chang chao che chen cheng chi chong chou chu chua chuai chuan chuang chui \
    chun chuo ci cong cou cu cuan cui cun cuo da dai dan dang dao de dei den deng di dia dian diao die din ding \
    diu dong dou du duan dui dun duo e ei en eng er fa fan fang fei fen feng fiao fo fou fu ga gai gan gang gao \
    ge gei gen geng gong gou gu gua guai guan guang gui gun guo ha hai han hang hao he hei hen heng hm hng hong \
    hou hu hua huai huan huang hui hun huo ji jia jian jiang jiao jie jin jing jiong jiu ju juan jue jun ka kai \
    kan kang kao ke kei ken keng kong kou ku kua kuai kuan kuang kui kun kuo la lai lan lang lao le lei len leng \
    li lia lian liang liao lie lin ling liu lo long lou lu luan lun luo lv lve m ma mai man mang mao me mei men \
    meng mi mian miao mie min ming miu mo mou mu n na nai nan nang nao ne nei nen neng ng ni nia nian niang niao \
    nie nin ning niu nong nou nu nuan nun nuo nv nve o ou pa pai pan pang pao pei pen peng pi pian piao pie pin \
    ping po pou pu qi qia qian qiang qiao qie qin qing qiong qiu qu quan que qun ran rang rao re ren reng ri rong \
    rou ru rua ruan rui run ruo sa sai san sang sao se sen seng sha shai shan shang shao she shei shen sheng shi \
    shou shu shua shuai shuan shuang shui shun shuo si song sou su suan sui sun suo ta tai tan tang tao te tei \
    teng ti tian tiao tie ting tong tou tu tuan tui tun tuo wa wai wan wang wei wen weng wo wong wu xi xia xian \
    xiang xiao xie xin xing xiong xiu xu xuan xue xun ya yan yang yao ye yi yin ying yo yong you yu yuan yue yun \
    za zai zan zang zao ze zei zen zeng zha zhai zhan zhang zhao zhe zhei zhen zheng zhi zhong zhou zhu zhua \
    zhuai zhuan zhuang zhui zhun zhuo zi zong zou zu zuan zui zun zuo ê";

/// Why a text is no pinyin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PinyinError {
    /// Not a syllable of Mandarin.
    #[error("`{0}` is no syllable of pinyin")]
    NoSyllable(String),
    /// A syllable without a tone.
    #[error("`{0}` has no tone; write `{0}1` to `{0}5`, 5 is the neutral one")]
    NoTone(String),
}

/// The syllables of a text such as `duo1 er3 gun3` or `duō ěr gǔn`, with tone digits.
pub fn parse(text: &str) -> Result<Vec<String>, PinyinError> {
    // Where others have marks, a syllable without one is neutral.
    let is_marked = |part: &str| numbered(part).is_some_and(|read| !read.ends_with('5'));
    let text = text.to_lowercase().replace("u:", "ü").replace('v', "ü");
    let has_marks = text.split_whitespace().any(is_marked);
    text.split_whitespace()
        .map(|part| syllable(part, has_marks))
        .collect()
}

fn syllable(written: &str, has_marks: bool) -> Result<String, PinyinError> {
    let no_syllable = || PinyinError::NoSyllable(written.to_owned());
    let letters = written.trim_end_matches(|c: char| ('1'..='5').contains(&c));
    let digit = &written[letters.len()..];
    let read = match letters {
        "r" => "er5".to_owned(),
        _ => numbered(letters).ok_or_else(no_syllable)?,
    };
    let (base, mark) = read.split_at(read.len() - 1);
    let tone = match (digit, mark) {
        ("", "5") if !has_marks => return Err(PinyinError::NoTone(written.to_owned())),
        ("", mark) => mark,
        (digit, "5") if digit.len() == 1 => digit,
        _ => return Err(no_syllable()),
    };
    let base = spelled(base);
    if SYLLABLES.split(' ').any(|known| known == base) {
        Ok(format!("{base}{tone}"))
    } else {
        Err(no_syllable())
    }
}

/// As the table spells it: `lve` for `lue`, `ju` for `jv`.
fn spelled(base: &str) -> String {
    match base {
        "lue" | "nue" => base.replace('u', "v"),
        _ if base.starts_with(['j', 'q', 'x', 'y']) => base.replace('v', "u"),
        _ => base.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_marks_mean_the_same() {
        let expected = ["duo1", "er3", "gun3"].map(String::from);
        assert_eq!(parse("duo1 er3 gun3").unwrap(), expected);
        assert_eq!(parse("Duō ěr  gǔn").unwrap(), expected);
    }

    #[test]
    fn u_umlaut_is_taken_in_every_spelling() {
        for written in ["lv4", "lü4", "lu:4", "lǜ"] {
            assert_eq!(parse(written).unwrap(), ["lv4"], "{written}");
        }
        assert_eq!(parse("lue4 jü2").unwrap(), ["lve4", "ju2"]);
    }

    #[test]
    fn a_syllable_without_a_mark_is_neutral_among_marks_only() {
        assert_eq!(parse("tā men").unwrap(), ["ta1", "men5"]);
        assert_eq!(parse("ta1 men"), Err(PinyinError::NoTone("men".into())));
    }

    #[test]
    fn what_nobody_can_say_is_refused() {
        for written in ["xyz1", "duo9", "duo11", "duō1", "多", "b4"] {
            let error = Err(PinyinError::NoSyllable(written.into()));
            assert_eq!(parse(written), error);
        }
    }
}
