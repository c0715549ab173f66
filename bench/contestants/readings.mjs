import { readFileSync } from "node:fs";
import { unequal } from "../checks.mjs";
import { markWord } from "../generator/text.mjs";
import { chatexport } from "./program.mjs";

/** Statistics, and searches of the sessions themselves for what is nowhere, once in each session, and everywhere. */
export function readingsOf(work) {
  const all = ({ sessions }) => sessions;
  const searching = (what, words, expected) => ({
    name: `search, ${what}`,
    floor: "floor: parsing",
    program: chatexport("search", work, "--quiet", "--no-index", ...words),
    check: ({ facts, stdout }) => unequal(sessionsIn(stdout).size, expected(facts), "sessions"),
  });
  return [
    {
      name: "stats",
      floor: "floor: parsing",
      program: chatexport("stats", work, "--json", "--quiet"),
      check: ({ facts, stdout }) =>
        unequal(JSON.parse(readFileSync(stdout, "utf8")).total.sessions, all(facts), "sessions"),
    },
    searching("rare word", ["zebrafish"], () => 0),
    searching("rare regex", ["/zebra ?fish(es)? swim/i"], () => 0),
    searching("any regex", ["/[0-9]{9}z[0-9]{9}/"], () => 0),
    searching("once in each session", [markWord], all),
    searching("common word", ["the"], all),
    searching("first session", ["the", "--limit", "1"], () => 1),
  ];
}

/** The short ids in the lines that a search printed. */
function sessionsIn(stdout) {
  const lines = readFileSync(stdout, "utf8").split("\n").filter(Boolean);
  return new Set(lines.map((line) => line.split(" ")[2]));
}
