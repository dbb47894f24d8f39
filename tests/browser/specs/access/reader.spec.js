import { chooseKind, newest, state, tapNumber } from "../../support/game/scorer.js";
import { open } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

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
        - link "Keep score"
        - paragraph:
          - strong: Tonight
          - text: Scan the code in the hall, or ask for the night’s link
        - link "Join tonight’s league"
        - list:
          - listitem:
            - link "Count a hand"
          - listitem:
            - link "Check the play"
          - listitem:
            - link "Which cards to throw"
        - list:
          - listitem:
            - link "My games"
          - listitem:
            - link "Coordinator"
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
        - button "Take back the 5 of hearts"
        - button "Take back the 5 of diamonds"
        - button "Take back the 5 of spades"
        - button "Take back the jack of clubs"
        - button "Take back the starter, the 5 of clubs"
        - status: "Total: 29 points"
      - heading "How it counts" [level=2]
      - status: /The perfect hand!/
      - paragraph: /Fifteen two, .* twenty-nine\\./
      - list:
        - listitem: 5 of hearts and jack of clubs fifteen 2 points
      - button "How it counts"
      - region "The pack":
        - button "Clear"
        - group "spades":
          - button "ace of spades"
          - button "5 of spades" [pressed]
        - group "hearts"
        - group "clubs"
        - group "diamonds"
      - combobox "What is counted":
        - option "Hand" [selected]
        - option "Crib"
        - option "Crib of 5"
        - option "Crib of 6"
  `);
});

test("A screen reader hears the play, the newest step first", async ({ page, baseURL }) => {
  await open(page, "play-over", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - region "The count and the points":
        - status: "Count: 24"
      - heading "Card by card" [level=2]
      - status: Pone 6 and Dealer 3. Every go was right.
      - paragraph: The play is over
      - list:
        - listitem: Pone 6 points
        - listitem: Dealer 3 points
      - list:
        - listitem: Pone 9 of hearts 24 run of 3 and last card 4 points
        - listitem: Dealer 8 of clubs 15 fifteen 2 points
      - button "Card by card"
      - region "The pack":
        - button "New deal"
      - combobox "Players":
        - option "2 players" [selected]
        - option "3 players"
        - option "4 players"
      - button "Go"
      - button "Undo"
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
        - button "Take back the 7 of clubs"
        - button "Take back the 9 of hearts"
        - button "Take back the 5 of hearts"
        - button "Take back the 5 of clubs"
        - button "Take back the 5 of diamonds"
        - button "Take back the jack of spades"
        - status: /On average \\d+\\.\\d+ points/
      - heading "Every way to throw" [level=2]
      - status: /Throw the 7 of clubs and 9 of hearts/
      - paragraph: /every starter, and what good players throw/
      - list:
        - listitem: /Throw 7 of clubs and 9 of hearts Keep 5 of hearts, 5 of clubs, 5 of diamonds and jack of spades Worth \\d+\\.\\d+ hand 16\\.65 \\+ crib \\d\\.\\d+/
      - button "Every way to throw"
      - region "The pack":
        - button "Clear"
        - group "spades":
          - button "jack of spades" [pressed]
        - group "hearts"
        - group "clubs"
        - group "diamonds"
      - combobox "Players":
        - option "2 players" [selected]
        - option "3 players"
        - option "4 players"
      - group "Whose crib it is":
        - radio "My crib" [checked]
        - radio "Their crib"
  `);
});

test("A screen reader hears the scores, the crib, the board, and every key by its name", async ({ page, baseURL }) => {
  await open(page, "table-playing", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - region "The score":
        - button "Ann + Bob 75 Crib 46 to go"
        - button "Cy + Di 85 36 to go"
      - button /Pegboard/:
        - 'img "Pegboard. Ann + Bob 75, Cy + Di 85. Ann + Bob: 16 holes to the skunk line. Cy + Di: 6 holes to the skunk line."'
      - region "The last thing that happened":
        - button "Menu. Every phone at the table sees this."
        - button "Cy + Di +7 play Bob’s phone":
          - strong: Cy + Di +7
          - text: play Bob’s phone
        - 'button "Undo: Cy + Di +7, play"'
      - region "Peg points":
        - group "Ann + Bob":
          - 'button "Ann + Bob: peg 1 point"'
          - 'button "Ann + Bob: peg 2 points"'
          - 'button "Ann + Bob: peg 12 points"'
        - group "Cy + Di":
          - 'button "Cy + Di: peg 1 point"'
          - 'button "Cy + Di: peg 12 points"'
      - 'button "For: Play. Choose another"'
      - link "Cards"
      - 'button "Deal 2, next. Crib: Cy + Di"'
      - status: Cy + Di +7 play. Ann + Bob 75, Cy + Di 85
  `);
});

test("A screen reader hears a peg once, and with it the score @landing", async ({ page, baseURL }) => {
  await open(page, "table-playing", baseURL);
  const said = page.getByRole("status");
  await expect(said).toHaveCount(1);
  await page.evaluate(() => {
    const said = document.querySelector("main [role=status]");
    window.heard = [];
    new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true });
  });
  await chooseKind(page, "Play");
  await tapNumber(page, 0, 3);
  await expect(newest(page).last()).toHaveText("this phone");
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  expect(await page.evaluate(() => window.heard)).toEqual(["Ann + Bob +3 play. Ann + Bob 78, Cy + Di 85"]);
});

test("A screen reader hears the keys of number and side", async ({ page, baseURL }) => {
  await open(page, "table-two-taps", baseURL);
  await expect(page.locator(".keys")).toMatchAriaSnapshot(`
    - region "Peg points":
      - group "Points":
        - button "1 point"
        - button "7 points" [pressed]
        - button "12 points"
      - button "Ann + Bob +7"
      - button "Cy + Di +7"
  `);
});

test("A screen reader hears a question once, and its answers, where the focus stays", async ({ page, baseURL }) => {
  await open(page, "table-asked", baseURL);
  await expect(page.getByRole("alertdialog")).toMatchAriaSnapshot(`
    - 'alertdialog "A hand is not counted yet: Cy + Di. Next deal?"':
      - paragraph: "A hand is not counted yet: Cy + Di. Next deal?"
      - button "Count it"
      - button "Next deal"
  `);
  await expect(page.locator(".deal-key")).toBeFocused();
});

test("A screen reader hears the sheet of a peg: what it is, and what it can be", async ({ page, baseURL }) => {
  await open(page, "table-peg", baseURL);
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog "Cy + Di +7, play":
      - heading "Cy + Di +7, play" [level=2]
      - group "The side":
        - button "Ann + Bob"
        - button "Cy + Di" [pressed]
      - group "What it was for":
        - button "Play" [pressed]
        - button "Hand"
        - button "Other"
      - group "The points":
        - button "1"
        - button "7" [pressed]
        - button "15"
      - button "Done"
      - button "Take back"
  `);
});

test("A screen reader hears who is asked for, and how fresh the table is in its menu", async ({ page, baseURL }) => {
  await open(page, "table-who", baseURL);
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog "Who are you?":
      - heading "Who are you?" [level=2]
      - paragraph: This phone then says “us” from your side, and has your keys under your thumb.
      - button "Ann + Bob 0 points, deals now"
      - button "Cy + Di 0 points"
      - button "I keep score for all"
  `);
  await page.getByRole("button", { name: "Cy + Di 0 points" }).click();
  await page.locator(".menu-key").click();
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog "The table":
      - paragraph: Every phone at the table sees this.
      - paragraph: Ann + Bob · Cy + Di
      - paragraph: "Deal 1, dealer: Ann"
      - link "Share"
      - link "History"
      - button "Names and dealer"
      - button "This phone belongs to …"
      - paragraph: Number keys
      - group "Number keys":
        - radio "One tap a peg" [checked]
        - radio "Number, then side"
      - paragraph: Our keys
      - group "Our keys":
        - radio "Left" [checked]
        - radio "Right"
      - link "Home"
      - button "Français"
      - button "Back to the table"
  `);
});

test("A screen reader hears how the game ended, first", async ({ page, baseURL }) => {
  await open(page, "table-over", baseURL);
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page.getByRole("dialog")).toMatchAriaSnapshot(`
    - dialog /Ann \\+ Bob beat Cy \\+ Di, 121.–.82/:
      - heading /Ann \\+ Bob beat Cy \\+ Di/ [level=2]
      - img /Ann \\+ Bob beat Cy \\+ Di, 121.–.82\\. A skunk, by 39\\. .*\\./
      - paragraph: The win is worth 2.
      - button "Share picture"
      - button "Home"
      - button "Rematch"
      - button /^Take back. Ann \\+ Bob \\+8$/
      - link "History"
      - button "Look at the board"
  `);
});

test("A screen reader hears the form in order, every seat by its place", async ({ page, baseURL }) => {
  await open(page, "start", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - group "Who plays":
        - text: Who plays
        - radio "Two players" [checked]
        - text: Two
        - radio "Three players"
        - text: Three
        - radio "Partners, two pairs"
        - text: Partners
        - radio "5–6 players"
        - text: 5–6
      - group "The table":
        - button "You + name Deals"
        - button "Across + name"
        - button "Deals You. Tap, then tap a seat."
      - status: Who cut the lower card deals.
      - group "Played here before":
        - textbox "Name"
        - paragraph: Names you type are here next time.
      - paragraph:
        - strong: League (Auclair)
        - text: To 121, skunk under 91
      - button "Change the house rules": Change
      - button "Start"
  `);
});

test("A screen reader hears what happened, the newest first", async ({ page, baseURL }) => {
  await open(page, "history", baseURL);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
    - main:
      - list:
        - listitem:
          - text: Cy + Di +7 Play
          - time: /\\d+:\\d\\d [ap]\\.m\\./
          - text: · Bob’s phone
        - listitem:
          - text: Ann + Bob +2 Play
          - time: /\\d+:\\d\\d [ap]\\.m\\./
          - text: · Bob’s phone
  `);
});
