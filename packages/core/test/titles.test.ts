import { expect, test } from "vitest";
import {
  beginsPrompt,
  isWholePrompt,
  oneLine,
  promptTitle,
  shownTitle,
  topicOf,
} from "../src/read/index.js";

test.each([
  ["Mend the roof. It leaks.", "Mend the roof"],
  ["  Mend \t the  roof\n\nIt leaks.", "Mend the roof"],
  ["Can it be mended? I think so.", "Can it be mended?"],
  ["Great! The roof is dry.", "The roof is dry"],
  [
    "The roof of v2.1 leaks, e.g. in the 2. room. Mend it.",
    "The roof of v2.1 leaks, e.g. in the 2. room",
  ],
  ["屋根を直してください。雨が漏ります。", "屋根を直してください"],
  ["屋根は直りますか？雨が漏ります。", "屋根は直りますか？"],
  ["Mend what follows:\n- the roof\n- the door", "Mend what follows"],
  [
    "Carry out the following plan:\n\n# Plan: A new roof\n\nIt leaks.",
    "Carry out the plan: A new roof",
  ],
  ["Mend the following rooms:\n- the hall\n- the attic", "Mend the rooms: The hall"],
  ["Do the following:\n- mend the roof", "Do the following"],
  ["\n ## The roof\n\nMend it", "The roof"],
  ["- the **roof** leaks", "The roof leaks"],
  ["#12 is the roof", "#12 is the roof"],
  ["The files **/*.roof and **/*.door are old", "The files **/*.roof and **/*.door are old"],
])("of the prompt %j the first sentence is the title", (prompt, title) => {
  expect(promptTitle(prompt)).toBe(title);
});

test("a line that goes on in lower case was wrapped", () => {
  expect(promptTitle("The roof over the room\n  leaks when it rains.\nMend it")).toBe(
    "The roof over the room leaks when it rains",
  );
  expect(promptTitle("Mend the roof.\nthen the door")).toBe("Mend the roof");
});

test.each([
  ["Hey Ada, please mend the roof", "Please mend the roof"],
  ["hi there! the roof leaks", "The roof leaks"],
  ["Hello!\nThe roof leaks", "The roof leaks"],
  ["こんにちは。屋根を直してください", "屋根を直してください"],
  ["Highways need no roof", "Highways need no roof"],
  ["[Image #1] The roof leaks", "The roof leaks"],
  ["[Pasted text #1 +20 lines]\nThe roof leaks", "The roof leaks"],
  ["'/tmp/Bild 1.png' The roof leaks", "The roof leaks"],
  ["/tmp/roof\\ 1.png the roof leaks", "The roof leaks"],
  ["@plans/roof.md\nThe roof leaks", "The roof leaks"],
  ["/carpenter mend the roof", "Mend the roof"],
  ["/plan # Roof 3\nMend the roof", "Roof 3"],
  ["/model roof\nMend the roof", "Mend the roof"],
  ["! mend --roof", "! mend --roof"],
  ["/home/kim/roof.ts has a leak", "/home/kim/roof.ts has a leak"],
  ["```sh\nmend --roof\n```\nWhy does it leak?", "Why does it leak?"],
  ["<context>\nThe door is open.\n</context>\nThe roof leaks", "The roof leaks"],
  ['{"roof": "leaks",\n"door": 1}\nMend the roof', "Mend the roof"],
  ["$ mend roof\nWhy does it leak?", "Why does it leak?"],
])("the title of the prompt %j has nothing that says nothing", (prompt, title) => {
  expect(promptTitle(prompt)).toBe(title);
});

test("a template that hands on what was typed has its title, or else that of what it asks for", () => {
  const template = (typed: string) =>
    `\n## User Input\n\n\`\`\`text\n${typed}\n\`\`\`\n\nYou **MUST** consider it (if not empty).\n\n## Outline\n\nGoal: plan the work.`;
  expect(promptTitle(template("Paint the boat. Blue."))).toBe("Paint the boat");
  expect(promptTitle(template(""))).toBe("Goal: plan the work");
});

test("the first prompt that says something has the title, or else the first with a word", () => {
  expect(promptTitle(["?!", "Hello", "/model", "Mend the roof"])).toBe("Mend the roof");
  expect(promptTitle(["?!", "/model", "Hello"])).toBe("/model");
  expect(promptTitle(["?! …"])).toBeUndefined();
  expect(promptTitle("42")).toBe("42");
  expect(topicOf("Hello")).toBeUndefined();
  expect(oneLine(" \n ")).toBeUndefined();
  expect(oneLine("?! …")).toBe("?! …");
});

test("only as many prompts are read as it takes", () => {
  function* prompts() {
    yield "Mend the roof";
    throw new Error("read on");
  }
  expect(promptTitle(prompts())).toBe("Mend the roof");
});

test("no prompt takes long to look through", () => {
  const start = performance.now();
  for (const text of ["/", "@ ", "```\n", "<a>", "**a", "[image", "'/", "hi ", "a. ", "{[", "\\ "])
    promptTitle(text.repeat(4000));
  expect(performance.now() - start).toBeLessThan(2000);
});

test("a title that a tool has cut from the prompt begins it", () => {
  expect(beginsPrompt("Mend the ro…", "Mend  the roof")).toBe(true);
  expect(beginsPrompt("Mend the ro...", "Mend the roof")).toBe(true);
  expect(beginsPrompt("A new roof", "Mend the roof")).toBe(false);
});

test("a source gives at most 1000 characters, 70 are shown", () => {
  expect(promptTitle("屋".repeat(1001))).toBe(`${"屋".repeat(1000)}…`);
  expect(shownTitle("x".repeat(70))).toBe("x".repeat(70));
  expect(shownTitle("屋".repeat(71))).toBe(`${"屋".repeat(69)}…`);
  expect(shownTitle(`${"屋 ".repeat(30)}${" ".repeat(900)}根`)).toBe(`${"屋 ".repeat(30).trim()}…`);
});

test("a title can say all that a prompt does", () => {
  expect(isWholePrompt("Mend the roof", "Mend the roof.")).toBe(true);
  expect(isWholePrompt("Mend the roof", "Mend the roof. It leaks")).toBe(false);
  expect(isWholePrompt("Mend the roof", "Mend the roof…")).toBe(false);
});

test("a title that fits is shown as it is, even if it is none that we would make", () => {
  expect(shownTitle("two\nlines")).toBe("two\nlines");
});

test("a title is cut between words, which may be secrets", () => {
  const words = "word ".repeat(13);
  expect(shownTitle(`${words}abcde`)).toBe(`${words}abcde`);
  expect(shownTitle(`${words}abcd fg`)).toBe(`${words}abcd…`);
  expect(shownTitle(`${words}abcdef`)).toBe(`${words.trim()}…`);
  expect(shownTitle(`${" ".repeat(270)}see abcdefghij`)).toBe("see…");
  expect(shownTitle(`${"дача ".repeat(13)}дерево`)).toBe(`${"дача ".repeat(13).trim()}…`);
  expect(shownTitle(`${"word ".repeat(12)}then, (afterwards)`)).toBe(`${"word ".repeat(12)}then…`);
});

test("of a single word that is too long a part is left that gives nothing away", () => {
  expect(shownTitle("x".repeat(71))).toBe("xxxxxxxxxxxx…");
  const address = `https://host.net/${"a".repeat(40)}/`;
  expect(shownTitle(`${address}${"b".repeat(40)}`)).toBe(`${address}…`);
});

test("a title is never cut inside a character", () => {
  expect(oneLine("🏠".repeat(300), 200)).toBe(`${"🏠".repeat(200)}…`);
  expect(oneLine(`x${"🏠".repeat(300)}`, 200)).toBe(`x${"🏠".repeat(199)}…`);
});

test("a title that is shown ends with a whole word, of at most 70 characters", () => {
  const long = `Mend the roof ${"over the room ".repeat(5)}`;
  expect(shownTitle(long)).toBe(
    "Mend the roof over the room over the room over the room over the room…",
  );
  expect(shownTitle(long)).toHaveLength(70);
  const torn = "Look for the stove that leaks in all the ki...";
  expect(shownTitle(torn)).toBe("Look for the stove that leaks in all the…");
  expect(shownTitle("Look for the stove that leaks in all ...")).toBe(
    "Look for the stove that leaks in all…",
  );
  expect(shownTitle("Wait for it...")).toBe("Wait for it...");
  expect(shownTitle("Mend what follows:")).toBe("Mend what follows");
});

test("a title of few words keeps the folders of a long path behind them", () => {
  const path = `house/${"upper-floor/".repeat(8)}roof.ts`;
  expect(shownTitle(`Mend ${path}`)).toBe(`Mend house/${"upper-floor/".repeat(4)}…`);
  expect(shownTitle(`Mend the roof, the doors and the windows of ${path}`)).toBe(
    "Mend the roof, the doors and the windows of…",
  );
});
