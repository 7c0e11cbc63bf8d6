"""Writes five long books of our own sentences into a folder, and what is true of each beside it.

Usage: library.py FOLDER [N_CHARACTERS]

Each has its own encoding and its own style of headings, with advertisements and page marks
sprinkled in; FOLDER/NAME.json lists its headings, volumes and dirt, line by line.
"""

import json
import random
import sys
from pathlib import Path

SIMPLIFIED = {
    "skies": ["雪停了", "天色暗了下来", "月亮从云里出来", "风吹过屋檐", "雨下得更密了", "雾慢慢散开", "远处传来钟声", "河面结了薄冰"],
    "people": ["老周", "阿禾", "说书的老人", "渡口的船工", "掌柜", "年轻的学徒", "卖炭的汉子", "守夜的更夫", "穿青衣的客人"],
    "places": ["客栈门口", "城墙根下", "石桥上", "后院里", "长街尽头", "茶馆二楼", "山神庙前", "渡口旁边"],
    "deeds": ["把灯笼挂得更高了一些", "低着头想了很久", "往炉子里添了两块炭", "望着来路没有说话", "把信又看了一遍", "轻轻叹了一口气"],
    "words": ["你怎么到现在才来？", "路上好走吗？", "今晚怕是走不成了。", "灯还亮着呢。", "那封信我已经送到了。", "第一封信是写给谁的？"],
    "ends": ["谁也没有再开口", "心里却安定了许多", "炉火噼啪响了一声", "外面的脚步声渐渐远了", "连狗也不叫了", "这一夜还长得很"],
    "titles": ["雪夜来客", "三封信", "渡口", "归来", "旧事", "风起长街", "不速之客", "灯下说书", "远行", "天明之前", "断桥", "故人"],
    "year": "那是{}年的事了，{}里只有{}一个人。",
    "walk": "{}走了{}步，{}，{}。",
    "quote": "“{}”{}在{}问道，{}。",
    "baits": ["第二天", "到第六回合时", "第四本书记载着锤法，来自孙家的铺子。", "40多岁的影评人站在门口", "3:2", "第九部队已经过了河", "第三节课开始了"],
}
TRADITIONAL = {
    "skies": ["雪停了", "天色暗了下來", "風吹過屋簷", "遠處傳來鐘聲", "霧慢慢散開", "河面結了薄冰"],
    "people": ["老周", "說書的老人", "渡口的船工", "賣炭的漢子", "掌櫃", "年輕的學徒", "穿青衣的客人"],
    "places": ["客棧門口", "城牆根下", "長街盡頭", "茶館二樓", "山神廟前", "渡口旁邊"],
    "deeds": ["把燈籠掛得更高了一些", "低著頭想了很久", "望著來路沒有說話", "把信又看了一遍", "輕輕嘆了一口氣"],
    "words": ["你怎麼到現在才來？", "路上好走嗎？", "今晚怕是走不成了。", "燈還亮著呢。", "那封信我已經送到了。"],
    "ends": ["誰也沒有再開口", "心裡卻安定了許多", "爐火輕輕響了一聲", "外面的腳步聲漸漸遠了", "這一夜還長得很"],
    "titles": ["雪夜來客", "三封信", "渡口尋人", "燈下說書", "風起長街", "不速之客", "斷橋", "故人歸來"],
    "year": "那是{}年的事了，{}裡只有{}一個人。",
    "walk": "{}走了{}步，{}，{}。",
    "quote": "「{}」{}在{}問道，{}。",
    "baits": ["第二天", "到第六回合時", "第四本書記載著錘法，來自孫家的鋪子。", "第九部隊已經過了河"],
}
PAGE_MARKS = ["本章未完，点击下一页继续阅读", "第(1/3)页", "(2/3)", "小主，这个章节后面还有哦，请点击下一页继续阅读，后面更精彩！"]
ADS = ["天才一秒记住本站地址：www.example.com", "请记住本书首发域名：example.com。", "ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ", "手机用户请浏览m.example.com阅读，更优质的阅读体验。"]
TRADITIONAL_MARKS = ["本章未完，點擊下一頁繼續閱讀", "第(1/3)頁", "(2/3)"]


def numeral(number):
    text, gap = "", False
    for value, unit in [(1000, "千"), (100, "百"), (10, "十"), (1, "")]:
        digit = number // value % 10
        if not digit:
            gap = bool(text)
            continue
        text += ("零" if gap else "") + "零一二三四五六七八九"[digit] + unit
        gap = False
    return text[1:] if text.startswith("一十") else text


def sentence(dice, words):
    sky, person, place = dice.choice(words["skies"]), dice.choice(words["people"]), dice.choice(words["places"])
    deed, end = dice.choice(words["deeds"]), dice.choice(words["ends"])
    match dice.randrange(4):
        case 0:
            return f"{sky}，{person}在{place}{deed}，{end}。"
        case 1:
            return words["quote"].format(dice.choice(words["words"]), person, place, deed)
        case 2:
            return words["walk"].format(person, dice.randrange(2, 900), deed, end)
    return words["year"].format(dice.randrange(1900, 1999), place, person)


class Book:
    """Lines, and which of them are headings, volumes and dirt."""

    def __init__(self, name, words, seed):
        self.name, self.words, self.dice = name, words, random.Random(seed)
        self.lines, self.headings, self.volumes, self.dirt, self.n_characters = [], [], [], [], 0

    def put(self, line):
        self.lines.append(line)
        self.n_characters += len(line)
        return len(self.lines)

    def volume(self, title):
        self.volumes.append([self.put(title), title])

    def heading(self, line, title=None):
        self.headings.append([self.put(line), title or line])

    def soil(self, line):
        self.dirt.append([self.put(line), line])

    def title(self):
        return self.dice.choice(self.words["titles"])

    def prose(self, n_characters, marks=()):
        end = self.n_characters + n_characters
        while self.n_characters < end:
            n_sentences = self.dice.randrange(1, 5)
            self.put("　　" + "".join(sentence(self.dice, self.words) for _ in range(n_sentences)))
            if self.dice.random() < 0.02:
                self.put("　　" + self.dice.choice(self.words["baits"]))
            elif marks and self.dice.random() < 0.03:
                self.soil(self.dice.choice(marks))
        self.put("　　" + sentence(self.dice, self.words))

    def write(self, folder, encoding):
        text = "\n".join(self.lines) + "\n"
        (folder / f"{self.name}.txt").write_bytes(text.encode(encoding))
        truth = {"encoding": encoding, "headings": self.headings, "volumes": self.volumes, "dirt": self.dirt}
        (folder / f"{self.name}.json").write_text(json.dumps(truth, ensure_ascii=False), encoding="utf-8")


def plain(n_characters):
    """第N章 in UTF-8: several styles of numeral, one number written wrongly."""
    book, number = Book("长灯", SIMPLIFIED, 1), 0
    while book.n_characters < n_characters:
        number += 1
        written = numeral(number).replace("二百", "两百") if number % 3 else str(number)
        written = "九百九十九" if number == 88 else written
        book.heading(f"第{written}章 {book.title()}")
        book.prose(2500, PAGE_MARKS + ADS)
    return book


def digits(n_characters):
    """001 and a title, in GBK; goods are listed in the chapters."""
    book, number = Book("断桥", SIMPLIFIED, 2), 0
    while book.n_characters < n_characters:
        number += 1
        book.heading(f"{number:03} {book.title()}")
        book.prose(1200, ADS)
        if number % 9 == 4:
            for place, good in enumerate(["米三斗", "面两袋", "盐一包"], 1):
                book.put(f"{place}、{good}")
        book.prose(1200, PAGE_MARKS)
    return book


def rounds(n_characters):
    """第N回 in volumes, Traditional, in Big5; the numbers go on through the volumes."""
    book, number = Book("風雪", TRADITIONAL, 3), 0
    while book.n_characters < n_characters:
        if number % 20 == 0:
            book.volume(f"第{numeral(number // 20 + 1)}卷 {book.title()}")
        number += 1
        book.heading(f"第{numeral(number)}回 {book.title()}")
        book.prose(3000, TRADITIONAL_MARKS)
    return book


def stars(n_characters):
    """☆、 and a title without a number, in UTF-16LE."""
    book, number = Book("夜航", SIMPLIFIED, 4), 0
    while book.n_characters < n_characters:
        number += 1
        title = f"{book.title()}{numeral(number % 7 + 2)}"
        book.heading(f"☆、{title}", title)
        book.prose(2500, PAGE_MARKS)
    return book


def english(n_characters):
    """Chapter N in GB18030, with a character of four bytes late in the book."""
    book, number = Book("远渡", SIMPLIFIED, 5), 0
    while book.n_characters < n_characters:
        number += 1
        book.heading(f"Chapter {number} {book.title()}")
        book.prose(2000, PAGE_MARKS + ADS)
    book.put("　　他姓㐱，名𠮷，是从省城来的。")
    return book


def main():
    folder, n_characters = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 330_000
    folder.mkdir(parents=True, exist_ok=True)
    plain(n_characters).write(folder, "utf-8")
    digits(n_characters).write(folder, "gbk")
    rounds(n_characters).write(folder, "big5")
    stars(n_characters).write(folder, "utf-16-le")
    english(n_characters).write(folder, "gb18030")


main()
