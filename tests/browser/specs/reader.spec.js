import { open } from "../table.js";
import { expect, test } from "../test.js";

test("A screen reader hears the first view in order", async ({ page }) => {
  await open(page, "home");
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - heading "Pegout" [level=1]
      - button "Français"
    - main:
      - img "A wooden cribbage board with blue and vermillion pegs"
      - paragraph: Counts your cribbage hands, checks the play card by card, and says what to throw.
      - navigation "What shall we do?":
        - list:
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

test("A screen reader hears a hand, its count and why", async ({ page }) => {
  await open(page, "count-29");
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

test("A screen reader hears the play, the newest step first", async ({ page }) => {
  await open(page, "play-over");
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

test("A screen reader hears what to throw, why, and every other way", async ({ page }) => {
  await open(page, "throw-own");
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
