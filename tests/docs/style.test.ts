import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The worst patterns that docs/style.md speaks of, each with what to write. */
const patterns: readonly [pattern: RegExp, instead: string][] = [
  [/\b[Ww]ho(?:m|se)?ever\b/, "name the person: the user, the caller"],
  [/\bthat which\b/, "name the thing"],
  [/\bas if it had (?:not|never)\b/, "say what it does"],
  [/\bin vain\b/, "without success, fails"],
  [
    /[.:] (?:Kept|Masked|Shown|Counted|Left out|Not found|Written|Named) (?:is|are)\b/,
    "subject first",
  ],
  [
    /^(?: \* |\/\/ |\/\*\* )?(?:Kept|Masked|Shown|Counted|Not found|Written|Named) (?:is|are)\b/,
    "subject first",
  ],
  [/\bof which (?:nothing|only|every|two)\b/, "the session that left only prompts"],
  [/\bNobody (?:may|has|can|else|that)\b|\bnobody (?:knows|may|has to)\b/, "say what is not known"],
  [/\b[Ww]ithout a word,/, "silently, with no arguments"],
  [/\bthat there (?:is|are) not\b/, "unknown, missing"],
  [
    /(?:^|[.;:,] |\/\/ |\*\* )[Ww]ho (?:wants|asks|has|reads|is|will)\b/,
    "name the person: the user, the reader",
  ],
];

/** A comment that describes code names it: "The parts that a source keeps", "True when it is empty", "The number of rows". */
const noSubject = /^(?:What|Whoever|Whether|Where|How|Who|When|Why)\b/;

/** In the source of packages: is, has, holds or follows say it. */
const oldPlace = /\b[Ss]tand(?:s|ing)?\b(?! for\b)/;

const comment = /\/\*(?!\/)(.*?)\*\//gs;

const notOurs =
  /node_modules|[\\/]dist[\\/]|fixtures|CHANGELOG|examples[\\/]home|docs[\\/]style\.md/;

const files = [
  ...["README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["docs", "packages", "examples"].flatMap(filesIn),
];

/** The texts and programs in a folder that are written by us. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /\.(?:md|ts|mjs)$/.test(path) && !notOurs.test(path));
}

test("docs, help, messages and comments follow docs/style.md", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    readFileSync(`${root}${path}`, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        patterns
          .filter(([pattern]) => pattern.test(line))
          .map(([, instead]) => `${path}:${index + 1}: ${instead}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});

test("comments name their subject first", () => {
  const programs = [...files, ...["agents", "bench", "scripts", "tests"].flatMap(filesIn)];
  const comments = programs
    .filter((path) => !path.endsWith(".md"))
    .flatMap((path) =>
      [...readFileSync(`${root}${path}`, "utf8").matchAll(comment)].map(([, text = ""]) => ({
        isSource: /[\\/]src[\\/]/.test(path),
        place: `${path}: ${text}`,
        text: text
          .replaceAll(/^\s*\*? ?/gm, "")
          .replaceAll("\n", " ")
          .trim(),
      })),
    );
  expect(comments.length).toBeGreaterThan(5000);
  const found = comments.filter(
    ({ isSource, text }) => noSubject.test(text) || (isSource && oldPlace.test(text)),
  );
  expect(found.map(({ place }) => place)).toEqual([]);
});
