"""What the company says at the table, each in a voice of its own: dry, short, never about skill and never of hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

Occasion = Literal["goosed", "caught", "gives", "exact", "best", "run"]
"""goosed: was given a trick; caught: takes a trick with a Goose in it; gives: gives a trick to another; exact: took as many
tricks as it said, best: did best of all, both in the deal before; run: takes its third trick on end."""
OCCASIONS: Final = get_args(Occasion)

SAYINGS: Final[Mapping[str, Mapping[Occasion, tuple[str, ...]]]] = {
    "fox": {
        "goosed": ("I never liked that one.", "I shall remember this over supper.", "A gift. From you. I see."),
        "caught": ("Geese follow me about.", "Into the sack with it."),
        "gives": ("With my compliments.", "It suits you better."),
        "exact": ("As advertised.", "I did say."),
        "best": ("I could grow used to this.", "A good evening to be a fox."),
        "run": ("Do stop me when you mind.", "One more, and then supper."),
    },
    "hen": {
        "goosed": ("And where am I to put it?", "I had only just tidied.", "That is one more to dust."),
        "caught": ("A goose, in my kitchen.", "It will want feeding."),
        "gives": ("Waste not. You have it.", "There, it only wants a home."),
        "exact": ("To the spoon.", "I counted twice."),
        "best": ("That goes in the jar.", "Something for a rainy day."),
        "run": ("My apron is full.", "I shall need a second basket."),
    },
    "owl": {
        "goosed": ("Noted.", "I make that one more than before.", "There is a word for this. Two, in fact."),
        "caught": ("Anser anser. How nice.", "A goose, strictly speaking."),
        "gives": ("See the footnote.", "This one is on loan."),
        "exact": ("Which was to be shown.", "Within the margin: none."),
        "best": ("I shall mention it in my paper.", "A small result, but it stands."),
        "run": ("Three makes a series.", "I detect a pattern."),
    },
    "hedgehog": {
        "goosed": ("Oh. For me.", "I was quite comfortable.", "I had no room for that."),
        "caught": ("It is looking at me.", "Does it bite?"),
        "gives": ("Sorry. It was in the way.", "You seemed lonely."),
        "exact": ("Phew.", "That was all I wanted."),
        "best": ("I think I shall sit still now.", "May we stop here?"),
        "run": ("I did not mean to.", "They keep coming."),
    },
    "toad": {
        "goosed": ("The impudence. Splendid.", "I accept, on behalf of the hall.", "Have it sent round to the stables."),
        "caught": ("Roast, I think.", "My third goose this season."),
        "gives": ("Take it, my dear fellow.", "Largesse."),
        "exact": ("Precisely as I forget I said.", "Naturally."),
        "best": ("Send up the good port.", "The hall will be lit tonight."),
        "run": ("More, more.", "One gets a taste for it."),
    },
    "cat": {
        "goosed": ("I was asleep.", "You woke me for this.", "I shall sit on it."),
        "caught": ("It came to me.", "Birds do that."),
        "gives": ("I knocked it off the table.", "It was in my warm spot."),
        "exact": ("Obviously.", "And now a nap."),
        "best": ("I only came for the warmth.", "You may bring the cream."),
        "run": ("I am still lying down.", "It is all going under the cushion."),
    },
    "ass": {
        "goosed": ("I will carry it, then.", "One more makes no odds.", "It is always me who carries."),
        "caught": ("Room for one more up there.", "It can share the hay."),
        "gives": ("My back is full.", "You take that end."),
        "exact": ("Got there.", "No need to hurry, you see."),
        "best": ("Well, well. Hay all round.", "It is a long road, mind."),
        "run": ("I only kept walking.", "Downhill, this bit."),
    },
    "badger": {
        "goosed": ("Hm. Put it with the others.", "I have a room for those.", "I had one just like it."),
        "caught": ("That goes in the long room.", "I know a good shelf for it."),
        "gives": ("I have two of those.", "Duplicate."),
        "exact": ("All accounted for.", "The list agrees."),
        "best": ("I may need a bigger sett.", "In the book it goes."),
        "run": ("Stacks nicely.", "Mind the pile."),
    },
    "goose": {
        "goosed": ("After you, I should have thought.", "I was here first.", "We shall have words, you and I."),
        "caught": ("A cousin, I believe.", "That is family. Do be civil."),
        "gives": ("You may thank me later.", "Nothing personal. Well."),
        "exact": ("I said so, and so it is.", "Somebody has to keep order."),
        "best": ("Single file behind me, please.", "I shall lead the way home."),
        "run": ("Mine. And mine. And that.", "I do not share a pond."),
    },
    "hare": {
        "goosed": ("What? Right. Fine.", "Already over it.", "That was quick, even for me."),
        "caught": ("Caught it on the way past.", "It was going my way."),
        "gives": ("Catch.", "Hold this a moment."),
        "exact": ("Done. Next.", "Told you, did I not? I forget."),
        "best": ("I never look back.", "Home before tea."),
        "run": ("Cannot stop now.", "Still going."),
    },
    "mole": {
        "goosed": ("Something has landed on me.", "Was that a trick? It felt like one.", "It has gone dark again."),
        "caught": ("It has feathers, this one.", "Odd sort of worm."),
        "gives": ("Mind your head.", "I was only clearing the passage."),
        "exact": ("Right where I dug for it.", "Felt my way, as usual."),
        "best": ("Is that daylight?", "A good seam, this."),
        "run": ("The ground is soft here.", "I struck a seam."),
    },
    "magpie": {
        "goosed": ("Is it at least shiny?", "I prefer to choose my own.", "I will see what it fetches."),
        "caught": ("Ooh. White feathers.", "That will line the nest."),
        "gives": ("No shine on that.", "You can owe me."),
        "exact": ("The exact change.", "Every piece in its place."),
        "best": ("It glitters, does it not?", "Into the nest with it."),
        "run": ("One for sorrow, and so on.", "I only pick up what lies about."),
    },
}
