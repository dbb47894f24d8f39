/**
 * The examples of the scoring aid, which the page counts when it shows them, and all ways to make fifteen. A test asks the
 * service about each of them.
 */
// prettier-ignore
export default {
  "hand": [
    {"name": "fifteen", "cards": ["8S", "7H", "KD", "2C"], "starter": "QH"},
    {"name": "pair", "cards": ["9S", "9H", "2C", "KD"], "starter": "QH"},
    {"name": "pair_royal", "cards": ["9S", "9H", "9C", "2D"], "starter": "KH"},
    {"name": "double_pair_royal", "cards": ["9S", "9H", "9C", "9D"], "starter": "KH"},
    {"name": "run_of_three", "cards": ["9H", "TS", "JD", "2C"], "starter": "7C"},
    {"name": "run_of_four", "cards": ["9H", "TS", "JD", "QC"], "starter": "2H"},
    {"name": "run_of_five", "cards": ["9H", "TS", "JD", "QC"], "starter": "KH"},
    {"name": "double_run_of_three", "cards": ["9H", "9S", "TD", "JC"], "starter": "2H"},
    {"name": "double_run_of_four", "cards": ["9H", "9S", "TD", "JC"], "starter": "QH"},
    {"name": "triple_run", "cards": ["9H", "9S", "9D", "TC"], "starter": "JH"},
    {"name": "double_double_run", "cards": ["9H", "9S", "TD", "TC"], "starter": "JH"},
    {"name": "flush", "cards": ["2H", "4H", "TH", "QH"], "starter": "KS"},
    {"name": "flush_of_five", "cards": ["2H", "4H", "TH", "QH"], "starter": "KH"},
    {"name": "nobs", "cards": ["JH", "8S", "2C", "6D"], "starter": "KH"},
    {"name": "twenty_nine", "cards": ["5H", "5D", "5S", "JC"], "starter": "5C"},
    {"name": "nothing", "cards": ["2C", "4D", "6H", "8S"], "starter": "QC"}
  ],
  "crib": [
    {"name": "crib_flush", "cards": ["2H", "4H", "TH", "QH"], "starter": "KH"},
    {"name": "crib_no_flush", "cards": ["2H", "4H", "TH", "QH"], "starter": "KS"}
  ],
  "play": [
    {"name": "fifteen", "plays": ["8S", "7H"]},
    {"name": "thirty_one", "plays": ["KS", "9H", "TD", "2C"]},
    {"name": "pair", "plays": ["6S", "6H"]},
    {"name": "pair_royal", "plays": ["4S", "4H", "4C"]},
    {"name": "double_pair_royal", "plays": ["4S", "4H", "4C", "4D"]},
    {"name": "run", "plays": ["2H", "4S", "3D"]},
    {"name": "go", "plays": ["KS", "QH", "9D", "go", "go"]},
    {"name": "last", "plays": ["2S", "TD", "5S", "QC", "go", "6D", "8C", "KH", "6H"]}
  ],
  "heels": {"card": "JS", "points": "2"},
  "fifteens": [
    "5T 69 78",
    "A4T A59 A68 A77 23T 249 258 267 339 348 357 366 447 456 555",
    "AA3T AA49 AA58 AA67 A22T A239 A248 A257 A266 A338 A347 A356 A446 A455 2229 2238 2247 2256 2337 2346 2355 2445 3336 3345 3444",
    "AAA2T AAA39 AAA48 AAA57 AAA66 AA229 AA238 AA247 AA256 AA337 AA346 AA355 AA445 A2228 A2237 A2246 A2255 A2336 A2345 A2444 A3335 A3344 22227 22236 22245 22335 22344 23334"
  ]
};
