import { open } from "../table.js";
import { expect, test } from "../test.js";

test("A screen reader hears the first view in order", async ({ page, baseURL }) => {
  await open(page, "home", baseURL);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - heading "Pegout" [level=1]
      - button "Français"
    - main:
      - img "A wooden cribbage board with pegs"
      - paragraph: Keeps the score of your cribbage table, counts your hands, and never loses a peg.
      - navigation "What shall we do?":
        - list:
          - listitem:
            - link /Keep score/
          - listitem:
            - link /Count a hand/
          - listitem:
            - link /Check the play/
          - listitem:
            - link /Which cards to throw/
      - paragraph:
        - link /For developers/
  `);
});

test("A screen reader hears a hand, its count and why", async ({ page, baseURL }) => {
  await open(page, "count-29", baseURL);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - banner:
      - link "Home"
      - heading "Count a hand" [level=1]
    - main:
      - region "The hand and its count":
        - button "Take back the five of hearts"
        - button "Take back the five of diamonds"
        - button "Take back the five of spades"
        - button "Take back the jack of clubs"
        - button "Take back the starter, the five of clubs"
        - status: "Total: 29 points"
        - status: /The perfect hand!/
      - heading "How it counts" [level=2]
      - paragraph: /Fifteen two, .* twenty-nine\\./
      - list:
        - listitem: five of hearts and jack of clubs fifteen 2 points
      - region "The pack":
        - group "What is counted":
          - radio "Hand" [checked]
          - radio "Crib"
        - button "Clear"
        - group "spades":
          - button "ace of spades"
          - button "five of spades" [pressed]
        - group "hearts"
        - group "clubs"
        - group "diamonds"
  `);
});

test("A screen reader hears the play, the newest step first", async ({ page, baseURL }) => {
  await open(page, "play-over", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - region "The count and the points":
        - status: "Count: 24"
        - paragraph: The play is over
        - group "Players":
          - radio "2 players" [checked]
          - radio "3 players"
          - radio "4 players"
        - list:
          - listitem: Pone 6 points
          - listitem: Dealer 3 points
        - status: Pone 6 and Dealer 3. Every go was right.
      - heading "Card by card" [level=2]
      - list:
        - listitem: Pone nine of hearts 24 run of 3 and last card 4 points
        - listitem: Dealer eight of clubs 15 fifteen 2 points
      - region "The pack":
        - button "New deal"
        - button "Undo"
        - button "Go"
  `);
});

test("A screen reader hears what to throw, why, and every other way", async ({ page, baseURL }) => {
  await open(page, "throw-own", baseURL);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - banner:
      - link "Home"
      - heading "Which cards to throw" [level=1]
    - main:
      - region "The cards dealt and the best way to throw":
        - button "Take back the seven of clubs"
        - button "Take back the nine of hearts"
        - button "Take back the five of hearts"
        - button "Take back the five of clubs"
        - button "Take back the five of diamonds"
        - button "Take back the jack of spades"
        - status: /On average \\d+\\.\\d+ points/
        - group "Players":
          - radio "2 players" [checked]
          - radio "3 players"
          - radio "4 players"
        - status: /Throw the seven of clubs and nine of hearts/
      - region "The pack":
        - group "Whose crib it is":
          - radio "My crib" [checked]
          - radio "Their crib"
        - button "Clear"
        - group "spades":
          - button "jack of spades" [pressed]
        - group "hearts"
        - group "clubs"
        - group "diamonds"
      - heading "Every way to throw" [level=2]
      - paragraph: /every starter, and what good players throw/
      - list:
        - listitem: /Throw seven of clubs and nine of hearts Keep five of hearts, five of clubs, five of diamonds and jack of spades Worth \\d+\\.\\d+ hand 16\\.65 \\+ crib \\d\\.\\d+/
  `);
});

test("A screen reader hears the scores, the deal, the board, and every key by its name", async ({ page, baseURL }) => {
  await open(page, "table-playing", baseURL);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - banner:
      - link "Home"
      - heading "Table" [level=1]
    - main:
      - region "The score":
        - list:
          - listitem: Ann + Bob 75 46 to go
          - listitem: Cy + Di 85 36 to go
        - status: Ann + Bob 75, Cy + Di 85
        - paragraph: "Deal 1 · Ann deals Crib: Ann + Bob"
        - navigation "More of this table":
          - link "History"
          - link "Share"
        - 'img "Pegboard. Ann + Bob: front peg at 75, back peg at 73; Cy + Di: front peg at 85, back peg at 78"'
        - status: Cy + Di +7, play · Bob’s phone
        - status: Every phone at the table sees this.
      - region "Peg points":
        - button "Undo Cy + Di +7, play"
        - 'button "Next deal crib: Cy + Di"'
        - group "What for":
          - radio "Play" [checked]
          - radio "Hand"
          - radio "Crib"
          - radio "Heels"
          - radio "Go"
          - radio "Penalty"
        - status: "8"
        - button "Clear"
        - button "Pad"
        - link "Count it"
        - button "Add 1"
        - button "Add 12"
        - button "Peg 8 points for Ann + Bob"
        - button "Peg 8 points for Cy + Di"
  `);
});

test("A screen reader hears how the game ended, first", async ({ page, baseURL }) => {
  await open(page, "table-over", baseURL);
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog /Ann \\+ Bob beat Cy \\+ Di, 121.–.82/:
      - heading /Ann \\+ Bob beat Cy \\+ Di/ [level=2]
      - paragraph: That is a skunk! The win is worth 2.
      - paragraph: "The match: Ann + Bob 2 and Cy + Di 0."
      - button "Rematch"
      - button "Take back the last peg"
      - button "Look at the board"
  `);
});

test("A screen reader hears the form in order, every field by its name", async ({ page, baseURL }) => {
  await open(page, "start", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - combobox "Who plays"
      - group "Side 1":
        - textbox "Name of side 1"
      - group "Side 2":
        - textbox "Name of side 2"
      - combobox "Who deals first"
      - combobox "Rules"
      - textbox "This phone is called"
      - button "Start"
  `);
});

test("A screen reader hears what happened, the newest first", async ({ page, baseURL }) => {
  await open(page, "history", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - paragraph:
        - link "Back to the table"
      - list:
        - listitem:
          - time: /\\d+:\\d\\d [ap]\\.m\\./
          - text: Cy + Di +7 Play Bob’s phone
        - listitem:
          - time: /\\d+:\\d\\d [ap]\\.m\\./
          - text: Ann + Bob +2 Play Bob’s phone
  `);
});
