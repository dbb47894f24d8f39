/**
 * The worked examples of the scoring aid, and all ways to make fifteen: written by `tests/examples`, by asking the
 * service.
 */
// prettier-ignore
export default {
  "hand": [
    {
      "name": "fifteen",
      "request": {"cards": ["8S", "7H", "KD", "2C"], "starter": "QH"},
      "response": {"total": 2, "call": "Fifteen two.", "call_fr": "Quinze-deux."}
    },
    {
      "name": "pair",
      "request": {"cards": ["9S", "9H", "2C", "KD"], "starter": "QH"},
      "response": {"total": 2, "call": "A pair is two.", "call_fr": "Une paire, deux."}
    },
    {
      "name": "pair_royal",
      "request": {"cards": ["9S", "9H", "9C", "2D"], "starter": "KH"},
      "response": {"total": 6, "call": "A pair royal is six.", "call_fr": "Une paire royale, six."}
    },
    {
      "name": "double_pair_royal",
      "request": {"cards": ["9S", "9H", "9C", "9D"], "starter": "KH"},
      "response": {"total": 12, "call": "A double pair royal is twelve.", "call_fr": "Une double paire royale, douze."}
    },
    {
      "name": "run_of_three",
      "request": {"cards": ["9H", "TS", "JD", "2C"], "starter": "7C"},
      "response": {"total": 3, "call": "A run of three is three.", "call_fr": "Une suite de trois, trois."}
    },
    {
      "name": "run_of_four",
      "request": {"cards": ["9H", "TS", "JD", "QC"], "starter": "2H"},
      "response": {"total": 4, "call": "A run of four is four.", "call_fr": "Une suite de quatre, quatre."}
    },
    {
      "name": "run_of_five",
      "request": {"cards": ["9H", "TS", "JD", "QC"], "starter": "KH"},
      "response": {"total": 5, "call": "A run of five is five.", "call_fr": "Une suite de cinq, cinq."}
    },
    {
      "name": "double_run_of_three",
      "request": {"cards": ["9H", "9S", "TD", "JC"], "starter": "2H"},
      "response": {
        "total": 8,
        "call": "A pair is two, a run of three is five, and a run of three is eight.",
        "call_fr": "Une paire, deux, une suite de trois, cinq, et une suite de trois, huit."
      }
    },
    {
      "name": "double_run_of_four",
      "request": {"cards": ["9H", "9S", "TD", "JC"], "starter": "QH"},
      "response": {
        "total": 10,
        "call": "A pair is two, a run of four is six, and a run of four is ten.",
        "call_fr": "Une paire, deux, une suite de quatre, six, et une suite de quatre, dix."
      }
    },
    {
      "name": "triple_run",
      "request": {"cards": ["9H", "9S", "9D", "TC"], "starter": "JH"},
      "response": {
        "total": 15,
        "call": "A pair royal is six, a run of three is nine, a run of three is twelve, and a run of three is fifteen.",
        "call_fr": "Une paire royale, six, une suite de trois, neuf, une suite de trois, douze, et une suite de trois, quinze."
      }
    },
    {
      "name": "double_double_run",
      "request": {"cards": ["9H", "9S", "TD", "TC"], "starter": "JH"},
      "response": {
        "total": 16,
        "call": "A pair is two, a pair is four, a run of three is seven, a run of three is ten, a run of three is thirteen, and a run of three is sixteen.",
        "call_fr": "Une paire, deux, une paire, quatre, une suite de trois, sept, une suite de trois, dix, une suite de trois, treize, et une suite de trois, seize."
      }
    },
    {
      "name": "flush",
      "request": {"cards": ["2H", "4H", "TH", "QH"], "starter": "KS"},
      "response": {"total": 4, "call": "A flush of four is four.", "call_fr": "La couleur, quatre."}
    },
    {
      "name": "flush_of_five",
      "request": {"cards": ["2H", "4H", "TH", "QH"], "starter": "KH"},
      "response": {"total": 5, "call": "A flush of five is five.", "call_fr": "La couleur, cinq."}
    },
    {
      "name": "nobs",
      "request": {"cards": ["JH", "8S", "2C", "6D"], "starter": "KH"},
      "response": {"total": 1, "call": "One for his nob is one.", "call_fr": "Un pour le valet de la couleur, un."}
    },
    {
      "name": "twenty_nine",
      "request": {"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"},
      "response": {
        "total": 29,
        "call": "Fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, fifteen fourteen, fifteen sixteen, a double pair royal is twenty-eight, and one for his nob is twenty-nine.",
        "call_fr": "Quinze-deux, quinze-quatre, quinze-six, quinze-huit, quinze-dix, quinze-douze, quinze-quatorze, quinze-seize, une double paire royale, vingt-huit, et un pour le valet de la couleur, vingt-neuf."
      }
    },
    {
      "name": "nothing",
      "request": {"cards": ["2C", "4D", "6H", "8S"], "starter": "QC"},
      "response": {"total": 0, "call": "No score.", "call_fr": "Rien."}
    }
  ],
  "crib": [
    {
      "name": "crib_flush",
      "request": {"cards": ["2H", "4H", "TH", "QH"], "starter": "KH"},
      "response": {"total": 5, "call": "A flush of five is five.", "call_fr": "La couleur, cinq."}
    },
    {
      "name": "crib_no_flush",
      "request": {"cards": ["2H", "4H", "TH", "QH"], "starter": "KS"},
      "response": {"total": 0, "call": "No score.", "call_fr": "Rien."}
    }
  ],
  "play": [
    {
      "name": "fifteen",
      "request": {"players": 2, "dealer": 1, "plays": ["8S", "7H"]},
      "response": {
        "steps": [
          {"card": "8S", "count": 8, "points": 0, "scores": []},
          {"card": "7H", "count": 15, "points": 2, "scores": [{"kind": "fifteen", "points": 2}]}
        ]
      }
    },
    {
      "name": "thirty_one",
      "request": {"players": 2, "dealer": 1, "plays": ["KS", "9H", "TD", "2C"]},
      "response": {
        "steps": [
          {"card": "KS", "count": 10, "points": 0, "scores": []},
          {"card": "9H", "count": 19, "points": 0, "scores": []},
          {"card": "TD", "count": 29, "points": 0, "scores": []},
          {"card": "2C", "count": 31, "points": 2, "scores": [{"kind": "thirty_one", "points": 2}]}
        ]
      }
    },
    {
      "name": "pair",
      "request": {"players": 2, "dealer": 1, "plays": ["6S", "6H"]},
      "response": {
        "steps": [
          {"card": "6S", "count": 6, "points": 0, "scores": []},
          {"card": "6H", "count": 12, "points": 2, "scores": [{"kind": "pair", "points": 2}]}
        ]
      }
    },
    {
      "name": "pair_royal",
      "request": {"players": 2, "dealer": 1, "plays": ["4S", "4H", "4C"]},
      "response": {
        "steps": [
          {"card": "4S", "count": 4, "points": 0, "scores": []},
          {"card": "4H", "count": 8, "points": 2, "scores": [{"kind": "pair", "points": 2}]},
          {"card": "4C", "count": 12, "points": 6, "scores": [{"kind": "pair_royal", "points": 6}]}
        ]
      }
    },
    {
      "name": "double_pair_royal",
      "request": {"players": 2, "dealer": 1, "plays": ["4S", "4H", "4C", "4D"]},
      "response": {
        "steps": [
          {"card": "4S", "count": 4, "points": 0, "scores": []},
          {"card": "4H", "count": 8, "points": 2, "scores": [{"kind": "pair", "points": 2}]},
          {"card": "4C", "count": 12, "points": 6, "scores": [{"kind": "pair_royal", "points": 6}]},
          {"card": "4D", "count": 16, "points": 12, "scores": [{"kind": "double_pair_royal", "points": 12}]}
        ]
      }
    },
    {
      "name": "run",
      "request": {"players": 2, "dealer": 1, "plays": ["2H", "4S", "3D"]},
      "response": {
        "steps": [
          {"card": "2H", "count": 2, "points": 0, "scores": []},
          {"card": "4S", "count": 6, "points": 0, "scores": []},
          {"card": "3D", "count": 9, "points": 3, "scores": [{"kind": "run", "points": 3}]}
        ]
      }
    },
    {
      "name": "go",
      "request": {"players": 2, "dealer": 1, "plays": ["KS", "QH", "9D", "go", "go"]},
      "response": {
        "steps": [
          {"card": "KS", "count": 10, "points": 0, "scores": []},
          {"card": "QH", "count": 20, "points": 0, "scores": []},
          {"card": "9D", "count": 29, "points": 1, "scores": [{"kind": "go", "points": 1}]}
        ]
      }
    },
    {
      "name": "last",
      "request": {
        "players": 2,
        "dealer": 1,
        "plays": ["2S", "TD", "5S", "QC", "go", "6D", "8C", "KH", "6H"],
        "hands": [["2S", "5S", "6D", "KH"], ["TD", "QC", "8C", "6H"]]
      },
      "response": {
        "steps": [
          {"card": "2S", "count": 2, "points": 0, "scores": []},
          {"card": "TD", "count": 12, "points": 0, "scores": []},
          {"card": "5S", "count": 17, "points": 0, "scores": []},
          {"card": "QC", "count": 27, "points": 1, "scores": [{"kind": "go", "points": 1}]},
          {"card": "6D", "count": 6, "points": 0, "scores": []},
          {"card": "8C", "count": 14, "points": 0, "scores": []},
          {"card": "KH", "count": 24, "points": 0, "scores": []},
          {"card": "6H", "count": 30, "points": 1, "scores": [{"kind": "last", "points": 1}]}
        ]
      }
    }
  ],
  "fifteens": [
    "5T 69 78",
    "A4T A59 A68 A77 23T 249 258 267 339 348 357 366 447 456 555",
    "AA3T AA49 AA58 AA67 A22T A239 A248 A257 A266 A338 A347 A356 A446 A455 2229 2238 2247 2256 2337 2346 2355 2445 3336 3345 3444",
    "AAA2T AAA39 AAA48 AAA57 AAA66 AA229 AA238 AA247 AA256 AA337 AA346 AA355 AA445 A2228 A2237 A2246 A2255 A2336 A2345 A2444 A3335 A3344 22227 22236 22245 22335 22344 23334"
  ]
};
