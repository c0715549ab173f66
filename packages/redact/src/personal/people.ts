import type { PersonalSpan } from "./finder.js";

/** Names of people where git, npm and mail write them: `Author: …`, `user.name=…`, `Signed-off-by: …`. */
export function* people(text: string): Generator<PersonalSpan> {
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.name ?? [0, 0];
      if (!notNames.test(text.slice(start, end))) yield { kind: "person", start, end };
    }
}

const word = "\\p{L}[\\p{L}.'’-]{0,29}[\\p{L}.]";
const name = `(?<name>${word}(?: ${word}){0,3})`;
const fullName = `(?<name>\\p{Lu}(?:[\\p{L}.'’-]{0,29}[\\p{L}.])?(?: ${word}){1,3})`;

const patterns = [
  // The trailers and headers of commits.
  `(?<=^|\\n|\\\\n)[ \\t>|+-]{0,12}(?:Author|Commit(?:ter)?|Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Tested-by|Reported-by): {1,8}${name}(?= <)`,
  // git config, and what it prints.
  `user\\.name(?:=|[ \\t]+)["']?${name}(?=["'\\n\\\\]|$)`,
  `\\[user\\]\\n(?:[ \\t]+\\w+ ?=[^\\n]{0,80}\\n){0,4}[ \\t]+name ?= ?${name}`,
  `GIT_(?:AUTHOR|COMMITTER)_NAME=["']?${name}(?=["'\\n\\\\ ]|$)`,
  // package.json and its like.
  `\\{[ \\t]?name[ \\t]?=[ \\t]?"${fullName}",[ \\t]?email`,
  `"(?:author|maintainer|contributor)"[ \\t]?:[ \\t]?"${fullName}(?=["<( ])`,
  `"(?:author|maintainer)"[ \\t]?:[ \\t]?\\{[ \\t\\n]{0,20}"name"[ \\t]?:[ \\t]?"${fullName}(?=")`,
].map((source) => new RegExp(source, "dgiu"));

const notNames =
  /^(?:claude(?: \w+)?|cursor(?: agent)?|copilot|codex|github(?: actions)?|(?:your|my|the|full|first|last)\b.*|.*\bbot|test(?: user)?|user(?: name)?|name|root|you|dependabot.*|john doe|jane doe|dev(?:eloper)?|ci|unknown)$/i;
