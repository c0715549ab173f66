import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import { describe, expect, test } from "vitest";
import { type Expression, filesThatBuild, writtenExpressions } from "./written.js";

/*
 * Texts come from strangers, so no regular expression may take more time for a text than the text is
 * long. Whether one does is found out by looking at it, not by a clock: scslre is what
 * eslint-plugin-regexp asks. docs/threat-model.md says what was looked at besides.
 */

/** Expressions that scslre complains of, by their files, and why they do no harm. */
const harmless: Readonly<Record<string, string>> = {
  "archive/src/session-words.ts /[?#].*$/s": "sees a word of the command line",
  "cli/src/terminal/prompts.ts /\\d+ items selected/": "sees the words of a library",
  "core/src/read/numbers.ts /\\B(?=(?:\\d{3})+$)/g": "sees the digits of a number",
  "source-cursor/src/values/uri.ts /^[\\\\/]{2}wsl(?:\\$|\\.localhost)[\\\\/]([^\\\\/]+)(.*)$/is":
    "begins at the start of the text, and its two parts differ where the first ends",
};

/** The files where expressions are put together, and of what. */
const builders: Readonly<Record<string, string>> = {
  "document/src/handle/parts.ts": "one of four signs behind a number",
  "fidelity/src/judge.ts":
    "names of roles, looked for in bounded places and at the beginnings of lines",
  "search-index/src/part-finder.ts": "what the user searches for, word for word",
  "search-index/src/pattern.ts": "what the user searches for",
  "sink-terminal/src/lines/wrap.ts": "digits between an escape character and a letter",
  "redact/src/hints/hint-beginnings.ts": "a piece of a hint",
  "redact/src/home-paths.ts": "the rules below",
  "redact/src/options.ts": "the user's own rules",
  "redact/src/personal/addresses.ts": "numbers from 0 to 255",
  "redact/src/personal/hosts.ts": "the rules below",
  "redact/src/personal/people.ts": "the rules below",
  "redact/src/personal/pseudonyms.ts": "what was found, word for word",
  "redact/src/review/decided.ts": "what was found, word for word",
  "redact/src/rules/columns.ts": "names of secrets, and a cell of at most 40 characters",
  "redact/src/rules/encoded-blocks.ts": "the rules below",
  "redact/src/rules/placeholder.ts": "the rules below",
  "redact/src/rules/rule.ts": "the rules below",
  "redact/src/rules/told-secrets.ts": "words of ours, and at most 120 characters before them",
  "redact/src/rules/secret-commands.ts": "commands, each in one line",
  "redact/src/rules/sql.ts": "at most 4,000 characters of names",
  "redact/src/rules/terminals.ts": "at most 160 characters before a command",
  "redact/src/hints/find-hints.ts": "the rules below",
  "relocate/src/claude/edit-records.ts": "names of fields of ours",
  "relocate/src/editor/visit-rows.ts":
    "words of the user's paths, looked for from a quote to the next one",
  "source-claude/src/head/fields-in-text.ts": "a name of ours in front of a JSON text",
  "source-claude/src/head/scan-head.ts": "an expression of ours that looks again",
  "source-continue/src/listed.ts": "names of fields of ours",
  "source-copilot/src/cli/heads.ts": "names of fields of ours",
  "source-copilot/src/vscode/heads.ts": "names of fields of ours",
  "source-hermes/src/session-logs.ts": "names of fields of ours",
};

function nameOf({ file, source, flags }: Expression): string {
  return `${file} /${source}/${flags}`;
}

function complaints({ source, flags }: Pick<Expression, "source" | "flags">): string[] {
  // Places of groups, which change nothing about time, are newer than what scslre reads.
  return analyse({ source, flags: flags.replace("d", "") }).reports.map(
    ({ type, exponential }) => `/${source}/${flags}: ${exponential ? "exponential" : type}`,
  );
}

describe("regular expressions", () => {
  const written = writtenExpressions();

  test("that are written out take time in step with the text", () => {
    expect(written.length).toBeGreaterThan(300);
    const wrong = written.filter((each) => complaints(each).length > 0).map(nameOf);
    expect(wrong).toEqual(Object.keys(harmless));
  });

  test("that are put together are put together where we know", () => {
    expect(filesThatBuild()).toEqual(Object.keys(builders).sort());
  });

  test("that the rules for secrets are made of take time in step with the text", () => {
    const script = fileURLToPath(new URL("print-built.mjs", import.meta.url));
    const redact = createRequire(import.meta.url).resolve("../../packages/redact/dist/index.js");
    const printed = execFileSync(process.execPath, [script, redact], { encoding: "utf8" });
    const built: Pick<Expression, "source" | "flags">[] = JSON.parse(printed);
    expect(built.length).toBeGreaterThan(200);
    expect(built.flatMap(complaints)).toEqual([]);
  });
});

test.each([
  ["one part after another takes the same", /^(?:\w+\s?)+$/],
  ["a search that begins anew everywhere", /[\\/]+$/],
  ["two parts share what they take", /^a*b?a*c$/],
])("what is too slow is seen: %s", (_, expression) => {
  expect(complaints(expression)).toHaveLength(1);
});
