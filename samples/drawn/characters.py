"""Characters and emoji that are drawn as pairs of symbols."""

from __future__ import annotations

_LETTERS = (
    "AB OX XO SM ox WB TF YN +− ab HT ♠♥ ★● ▲■ ♀♂ ♦♣ ●○ ■□ #@ △○ ✓✗ ♪♫ 12 αβ PQ IO "
    "⚀⚅ ☺☻ ЯД ♔♚ ✿❄ ☂☃ LR ☀☾ ☀☽ ☼☽ ☀☁ ☉☾ ○× ●× KZ EF ◆◇ ★☆ ▲▼ ◐◑ ♡♥ VU ?! <> /\\ "
    "☯☮ ♘♞ JG −+ ⬢⬡ DN ДН ☀★ DM 日月 ◯✕ ⊕⊖ ⊙⊗ ◉◎ ⚫⚪ ▣□ ◧◨ ⬤◯ Oo LD "
)
LETTERS = tuple(_LETTERS.split())
"""Pairs of characters. Which of `O` and `X`, `1` and `2` is meant by what, nobody can tell."""
DAY_AND_NIGHT = ("SM", "日月", "☀☾", "☀☽", "☼☽", "☉☾")
"""Of these the first one is the sun."""
UNTOLD = ("OX", "XO", "ox", "12", "IO", "○×", "●×", "☀☁", "DN", "DM", "ДН", "◯✕", "LD", "Oo", "☀★")

_EMOJI = (
    "🐱🐶 🍓🍋 🎃👻 ⚽🏀 🍕🍔 🌊🔥 🌸🍀 🐢🦊 🍎🍌 🐸🐵 🚗🚲 🎄🎁 🦁🐯 🍩🍪 🌵🌻 🦄🐴 🍇🍊 🐼🐨 🌍💜 🎈🎉 "
    "🐝🦋 🍉🥝 🏠🏢 👑💎 🚀🛸 🌈🌧 🐔🥚 🧀🍞 🐳🐙 🎸🥁 🔑🔒 💡🔋 🍒🍑 🦆🐧 🍄🌲 ⛄🎅 🐰🥕 ☕🍵 🔴🔵 "
    "🟠🟣 🟢🟡 ⚫⚪ 🟥🟦 🟧🟪 🟩🟨 ⬛⬜ ❤💙 💚🧡 ⭐🔶 🦴🐕 🐟🐠 🎯🎲 🍭🍫 🥑🌽 🐞🐜 🌹🌼 🦉🦇 "
    "🍂🍁 🐣🥚 🎅🤶 🌷🐇 🍀🌈 🎆🎇 🧨🏮 💘💐 🎓📚 🕷🕸 🦌🔔 🍦🌴 🎄⛄ 🦃🥧 🐰🐣 🥨🍺 🧙🐈 🌻🍁 👽🛸 🏖🌊 🧣🧤 🥇🥈 🏰🐉 "
)
EMOJI = tuple(_EMOJI.split())
EMOJI_SUNS, EMOJI_MOONS = "☀🌞🔆", "🌙🌛🌜🌕🌝🌚🌘🌒"
SAME_SHAPE = "🔴🟠🟢⚫🟥🟧🟩⬛❤💚"
