"""Sentences of our own, no two alike: narration of some length, and short dialogue.

Usage: sentences.py N
"""

import random
import sys

PEOPLE = ["阿禾", "掌柜", "学徒", "船工", "郎中", "老人", "孙女", "书生", "木匠", "铁匠"]
PLACES = ["渡口", "山路", "长街", "茶馆", "城门", "小巷", "桥头", "院子", "河边", "庙里"]
DEEDS = ["喝了一碗热茶", "听了半天的雨", "写了一封长信", "说了一段旧书", "劈了两担干柴", "补好了那张网"]
SKIES = ["天色暗了下来", "雪又下得大了", "月亮升上来了", "远处有人唱歌"]
SAID = [
    "“这么晚了，你还去{there}做什么？”{one}问。",
    "“别怕！”{one}说，“我陪你去{there}。”",
    "{one}摇了摇头：“我不信。”",
    "“去{there}要走{n}里路，天黑以前到不了。”{one}算了算，叹了口气。",
    "到了{here}，{one}才想起来，那封信还放在{there}的桌子上。",
    "{one}{deed}，{sky}，可是谁也不想回去，都坐在{here}等着听下一段。",
]
TOLD = "{one}在{here}{deed}，{sky}，{other}在{there}{deed}。"


def main():
    dice = random.Random(7)
    sentences = {}
    while len(sentences) < int(sys.argv[1]):
        one, other = dice.sample(PEOPLE, 2)
        here, there = dice.sample(PLACES, 2)
        form = TOLD if dice.random() < 0.5 else dice.choice(SAID)
        words = {"deed": dice.choice(DEEDS), "sky": dice.choice(SKIES), "n": dice.randint(2, 99)}
        sentences[form.format(one=one, other=other, here=here, there=there, **words)] = None
    print("\n".join(sentences))


main()
