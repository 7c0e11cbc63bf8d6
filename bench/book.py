"""Prints a novel of our own sentences. Usage: book.py N_CHAPTERS CHARACTERS_PER_CHAPTER"""

import random
import sys

PLACES = ["客栈", "渡口", "山路", "长街", "茶馆", "城门", "银行", "小巷", "桥头", "院子"]
PEOPLE = ["老人", "阿禾", "掌柜", "学徒", "船工", "医生", "说书人", "小孙女"]
DEEDS = ["点亮了灯", "推开了门", "坐下来喝茶", "望着窗外", "慢慢地走远了", "笑了笑", "叹了一口气"]
SKIES = ["雪停了", "天黑了", "月亮升起来了", "风轻轻地吹着", "雨越下越大", "雾散了"]
WORDS = ["你怎么现在才来", "今天讲哪一段", "路上好走吗", "等了你3个钟头", "灯还亮着", "明天6:30出发"]


def sentence(dice):
    shape = dice.randrange(4)
    place, person = dice.choice(PLACES), dice.choice(PEOPLE)
    deed, sky, words = dice.choice(DEEDS), dice.choice(SKIES), dice.choice(WORDS)
    if shape == 0:
        return f"{sky}，{person}在{place}{deed}。"
    if shape == 1:
        return f"“{words}？”{person}问。"
    if shape == 2:
        return f"{person}走过{place}，走了{dice.randrange(2, 900)}步，{deed}，{sky}。"
    return f"那是{dice.randrange(1900, 1999)}年的事了，{place}里只有{person}一个人，{sky}。"


def main():
    n_chapters, n_characters = int(sys.argv[1]), int(sys.argv[2])
    dice = random.Random(7)
    for chapter in range(1, n_chapters + 1):
        lines, length = [f"第{chapter}章 {dice.choice(PLACES)}"], 0
        while length < n_characters:
            paragraph = "".join(sentence(dice) for _ in range(dice.randrange(1, 5)))
            lines.append("　　" + paragraph)
            length += len(paragraph)
        print("\n".join(lines) + "\n")


main()
