import { readFileSync } from "node:fs";
import redactor from "@chatexport/redact";
import { expect, test } from "vitest";
import { tokenForms } from "../../packages/redact/src/rules/token-forms.js";
import { diceOf, secretOf } from "./shape.js";

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

const page = textOf("packages/redact/tokens.md");
const rows = [...page.matchAll(/^\| ([\w-]+) \| `(.+)` \| [\w-]+ \|$/gm)].map(
  ([, kind = "", form = ""]) => ({ kind, form, token: secretOf(form, diceOf(form, 1)) }),
);
const expressions = tokenForms.map(
  ([, prefix, characters, rest]) => new RegExp(`^${prefix}${characters}${rest}$`),
);

/** The lines that tell of a token, by their indexes. */
function linesFor(token: string): number[] {
  return expressions.flatMap((expression, index) => (expression.test(token) ? [index] : []));
}

test.each(rows)("a token of $form is masked as $kind", async ({ kind, token }) => {
  const [masked = ""] = await redactor().texts([`see ${token} there`]);
  expect(masked).toMatch(/^see \S{0,60}\[redacted: [\w-]+\]\S{0,5} there$/);
  expect(masked).toContain(`[redacted: ${kind}]`);
});

test("each line has a row, and no token has two lines", () => {
  const lines = rows.map(({ token }) => linesFor(token));
  expect(lines.filter((each) => each.length > 1)).toEqual([]);
  const known = new Set(lines.flat());
  expect(tokenForms.filter((_, index) => !known.has(index))).toEqual([]);
  expect(rows.length).toBeGreaterThan(tokenForms.length);
});

test.each([
  ["README.md", "[{} forms of keys](docs/redaction.md)"],
  ["docs/redaction.md", "in {} forms"],
  ["packages/redact/tokens.md", "Each of the {} rows"],
  ["packages/redact/README.md", "in {} forms"],
])("%s says how many rows there are", (path, sentence) => {
  expect(textOf(path)).toContain(sentence.replace("{}", String(rows.length)));
});
