//! How much a text looks like Chinese prose.
//!
//! Never judges by a sample: every character of the text counts, because a file may change its
//! nature in the middle.

/// Characters that make up nine tenths of modern prose, Simplified and Traditional.
const COMMON_HAN: &str = "\
的一是了不在有人我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成\
方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工\
使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表\
化久抬老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结\
反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难\
且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔连八深九六七快千\
百石音步阵笑话叫哥爷娘爹妈姐妹弟兄父母夫妻妇孩儿孙友朋师徒官兵将帅皇帝臣王公主爱恨怒喜悲哭泣泪愁忧惊怕恐慌急忙慢快速迟\
早晚夜晨昏暗亮灯火烧焰烟雾云雨雪风霜冰冷寒热温凉暖湿干净脏乱整齐破坏毁灭杀伤血肉骨皮脸嘴唇牙舌鼻耳眉头发颈肩背胸腰腹腿\
脚膝臂肘掌拳指剑刀枪弓箭矛盾甲盔衣服裤鞋帽裙带布丝绸棉被床桌椅凳箱柜碗盘筷杯壶酒茶饭菜米面粮油盐糖肉鱼鸡鸭鹅牛羊猪狗猫\
虎狼熊龙凤蛇鼠兔猴鸟虫花草树木林森叶枝根果实种植田园农村乡镇城市街巷桥河江湖溪泉井池塘洞穴崖峰岭谷坡岸岛沙漠滩船车轮骑\
站坐躺跪趴蹲跳跑追逃躲藏抓握拿提举扔抛推拉拖抱扶搂牵拍敲踢踩踏撞碰摸擦洗吃喝吞吐吸呼喊吼骂吵闹嚷叹问答应讲谈诉劝哄骗瞒\
瞧望盯瞪瞥瞅看见闻嗅尝碍跟随陪伴送迎接待请求帮助救护守卫攻击斗争胜败输赢降投逼迫压抢夺偷盗贼匪敌仇冤案罪罚刑狱牢审判\
断决定论评批语言词句段章节篇卷回集册页字笔墨纸砚画图诗歌曲琴棋信念愿望梦醒睡休息歇停止留离散聚集合拢围绕环转弯曲直斜正\
歪横竖圆方尖角边缘旁侧左右前后内外里间底顶尾端始终末初始昨今明古旧新老幼青春秋夏冬季节年岁月日时刻钟秒分半整双单独孤寂寞\
静默沉浮轻重厚薄宽窄粗细软硬松紧强弱胖瘦美丑善恶良坏真假虚实空满够缺余剩增减升涨落跌倒塌裂碎断折弯伸缩展卷铺盖罩遮挡拦\
堵塞通透穿越过渡翻爬登攀降临近远隔距离差错误偏准确楚清晰模糊似乎仿佛好像竟居然果忽突猛骤陡渐缓徐悄偷暗忍禁不住仍旧依然\
照样尚且甚至极其非常十分颇较稍微略些许越愈更最尤特别只仅光单凭任由随便无论尽管虽但却而且并及与或若假如倘既除另此彼某每各\
诸凡皆均俱全都共同互相彼吗呢吧啊呀哦嗯哼哈嘿喂唉咦哎嘛啦哟罢咱俺您谁哪怎咋啥兴趣味道理由缘故因素原则标准范围程度情况状态\
姿势模样神色表态脾性格品质德行为动作反应效果影响作用功夫本领技术武艺修炼法宝灵魂鬼怪妖魔仙佛僧道士尼姑庙寺院宫殿府宅屋房\
室厅堂楼阁台阶梯墙壁窗户帘锁钥匙钱财银铜铁钢玉珠宝贝奇珍异贵贱贫富穷商店铺买卖价值账债借还欠付收交换易税租赚亏损失败负责\
担任职权势力派系族宗祖亲戚邻居客宾佣仆奴婢丫鬟侍女婴童少年青壮叟翁汉郎君子妾后妃嫔姑婆舅姨叔伯侄甥婿媳岳康健病痛医药伤疤\
疼痒累倦疲困饿渴饱醉晕昏迷死亡葬坟墓尸棺祭拜跪谢恩情义忠孝勇敢智慧聪愚笨傻痴疯狂癫醒悟懂晓得记忆忘却怀疑猜测估计推断\
判研究查寻找探索搜检验试尝努拼搏奋斗坚持续继承接替代换改变革新创造建筑修补缝织染绣雕刻铸磨削砍劈刺扎割剪撕扯拆装卸载运输\
严肃威厉害烈激杂复简单容易困阻烦恼麻怪奇妙绝巧艳丽娇媚羞涩愧疚悔歉尴尬窘狠毒辣残酷暴凶恶冷淡漠视蔑轻贬贯彻底毕竟究";

/// Traditional forms of characters above, and frequent ones that have no other form there.
const COMMON_TRADITIONAL: &str = "\
這個們來為國說時對過發後裡裏會沒種經麼學現當動還進開從實軍無與長機關點業將兩間問並應戰頭體見產話內給門兒東聲員論處義幾條\
氣題爾變總電數報結務場計資統區隊決馬書聽達強難權設記類據規萬覺術領確傳師觀讓識帶導爭運筆連陣媽爺孫帥愛淚憂驚遲燈燒煙霧\
雲熱溫涼濕乾淨髒亂齊壞毀滅殺傷臉頸腳劍槍盔褲絲綢棉燭盤壺飯麵糧鹽魚雞鴨鵝貓龍鳳鳥蟲樹葉農鄉鎮橋島灘輪騎趴蹲躲舉拋摟牽\
嘆罵吵鬧講談訴勸騙瞞隨請幫護衛擊鬥勝敗輸贏搶奪賊敵罰獄審斷評詞節頁墨紙畫圖詩夢離圍繞轉彎豎圓邊緣側舊歲鐘雙單獨靜輕寬\
細軟緊瘦醜惡虛滿餘剩減漲裂縮蓋攔穿漸緩極較稍許僅憑盡雖卻餘諸嗎啊喲誰興趣標準範狀態勢樣質為應響藝煉寶靈鬼僧廟宮宅廳樓閣\
階牆戶簾鎖鑰錢財銀銅鐵鋼貝異貴賤貧窮鋪買賣價賬債還欠稅賺虧損負責擔職權勢族親鄰賓僕嬰壯漢郎婦媳嶽醫藥癢飽暈墳墓屍謝義\
聰瘋癲憶懷測計斷尋檢驗試奮鬥堅續繼創築縫織繡鑄劈紮撕裝載嚴肅厲煩惱麻絕艷嬌澀窘殘兇輕貫徹畢親彈團轟騰飛歡喚響鳴將卻竟\
準備號令該認訝詫顯顆顏願頓項順須預頗題額類顧風飄養館駐駕驅鬆魯鮮黃點黨齊龐爲麽衆裡夠殺牠妳著於祇隻總歲離難雖雜雙雞霧靈\
靜頂預領頻顯飲養駛驚體髮鬼魚鳥鹿麗麥黑默鼓鼻齒龍龜們個倆們傑備傭傳債傷傾僅僑價儀億優儲兒內兩冊凍劃劇劉劍勁勞勢勵勻區協\
卻厭參叢吳員問啞啟喪喬單嗚嘗嘩噴嚇嚴囑圈執堅報塊塵壓壘壞壯壽夢夾奪奮妝娛婦媽嬌孫學寢寫寬審寧寶將專尋導層屬岡島崗帳帶幫\
幹幾庫廁廠廢廣張強彎彌彙後徑從復徵徹恆悶惡惱愛慘慣慮慶憐憤憶懇應懲懶懷懸戀戰戲戶拋挾捨掃掛採揚換損搖撐撥撲擁擇擋據擠\
擬擴擺擾攝攜攤敗敘數斬斷時晉晝曉曠書會東條極構槍樂樓標樣橫檔檢歷殘氣決沒況洩涼淚淨淺減測湧湯準溝溫滅滾滿漁漢漲漸潔潛潰\
濃濟濫灑灣災為烏無煉煙煩熱燈燒燦爐爛爭爺牆狀狹獄獎獨獲獵獸獻現瑪環產畝畢畫異當療癡發盜盡監盤眾睜瞭矯碼確禍禮禦禪種稱\
積穩窩窮竊競筆節範築簡簽籃籌籠紀約紅紋納紐純紙級紛素索紫細終組結絕絡給統絲經綠維綱網緊線編緩練縣縱總績繁織繞繩繼續纏罵\
羅聖聞聯聰聲聳職聽肅脅脫腦腫膚膽臉臘臟臨興舉艦艱莊莖華萊葉著蒼蓋蓮蔣蕩薩藍藏藝藥蘇蘭處虛號蝕螞衝補裂裝複襲見規視親覺覽\
觀觸討訓託記訪設許訴評詢試該詳誇誌認誓誘語誠誤說誰課調談請論諸諾謀謂講謝謹證識譜警議護譽讀變讓讚豐豔財貢貨販貪責貴貸費\
賀資賓賜賞賠賢質賴購賽贈贊趕趙跡踐躍軀車軌軍軟較載輔輕輛輝輩輪輸轄轉轟辦辭農迴這連週進遊運過達違遙遞遠適遲遷選遺還邊郵\
鄭鄰醒醜釋釘針釣鈴銀銅銳鋒鋼錄錢錦錯鍋鍵鎖鎮鏈鏡鐘鐵鑒長門閃閉開閒間閣閱闆闊關陣陰陳陸陽隊階際隨險隱隻雖雙雜雞離難電響";

/// Punctuation of Chinese prose. The full-width forms of ASCII are added as a range.
const COMMON_MARKS: &str =
    "，。！？：；、“”‘’「」『』《》〈〉【】（）—…·～〇　\u{A0}─━–〔〕﹁﹂﹃﹄※★☆●◆■〖〗";

/// The characters that make up nine tenths of modern Simplified prose; the first are the most
/// frequent.
pub fn common_han() -> impl Iterator<Item = char> {
    COMMON_HAN.chars()
}

/// How many characters of a text tell something, and how much they speak for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// The characters that were counted.
    pub n_counted: i64,
    /// One for each common character, minus one for each oddity.
    pub points: i64,
}

impl Tally {
    /// From −1 to 1; a text that tells nothing has nothing against it.
    pub fn score(self) -> f64 {
        if self.n_counted == 0 {
            1.0
        } else {
            self.points as f64 / self.n_counted as f64
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.n_counted += other.n_counted;
        self.points += other.points;
    }
}

/// Knows which characters are common.
pub struct Frequency {
    /// One bit for each character of the basic plane.
    common: Vec<u64>,
}

impl Frequency {
    /// Reads the lists.
    pub fn new() -> Self {
        let mut common = vec![0; 0x1_0000 / 64];
        let lists = [COMMON_HAN, COMMON_TRADITIONAL, COMMON_MARKS];
        for character in lists
            .iter()
            .flat_map(|list| list.chars())
            .chain('！'..='～')
        {
            let code = character as usize;
            common[code / 64] |= 1 << (code % 64);
        }
        Self { common }
    }

    /// From −1, nothing but oddities, to 1, nothing but common characters.
    pub fn score(&self, text: &str) -> f64 {
        self.tally(text).score()
    }

    /// Counts the characters that tell something.
    ///
    /// Printable ASCII reads the same under every candidate and tells nothing, and `�` stands for
    /// what is not there.
    pub fn tally(&self, text: &str) -> Tally {
        let mut tally = Tally::default();
        for character in text.chars().filter(|character| is_telling(*character)) {
            tally.n_counted += 1;
            tally.points += self.points(character);
        }
        tally
    }

    fn points(&self, character: char) -> i64 {
        let code = character as usize;
        if self
            .common
            .get(code / 64)
            .is_some_and(|bits| bits >> (code % 64) & 1 == 1)
        {
            return 1;
        }
        match character {
            // Rare Han, kana, accented Latin, general punctuation: possible, and no evidence.
            '\u{4E00}'..='\u{9FFF}'
            | '\u{3000}'..='\u{30FF}'
            | '\u{C0}'..='\u{24F}'
            | '\u{2000}'..='\u{206F}' => 0,
            _ => -1,
        }
    }
}

fn is_telling(character: char) -> bool {
    !matches!(
        character,
        ' '..='~' | '\t' | '\n' | '\r' | char::REPLACEMENT_CHARACTER
    )
}

#[cfg(test)]
mod tests {
    use super::Frequency;

    #[test]
    fn prose_scores_high_in_both_scripts() {
        let frequency = Frequency::new();
        assert!(frequency.score("他抬起头，看着窗外的雪，许久没有说话。") > 0.9);
        assert!(frequency.score("他抬起頭，看著窗外的雪，許久沒有說話。") > 0.9);
        assert!(frequency.score("plain English, too") > 0.9);
    }

    #[test]
    fn misread_bytes_score_low() {
        let frequency = Frequency::new();
        assert!(frequency.score("锟斤拷烫烫烫屯屯屯") < 0.3);
        assert!(frequency.score("\u{E000}\u{1}Ж한") < -0.9);
    }
}
