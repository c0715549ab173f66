import { promptTitle, shownTitle } from "@chatexport/core/read";
import redactor from "@chatexport/redact";
import { expect, test } from "vitest";
import { type Case, casesOf } from "./cases.js";

/** A title is cut behind so many characters. */
const shownLength = 70;

/** Of how many characters a piece of a secret gives it away. */
const piece = 13;

/** One case of each kind that is masked where nothing is cut. */
async function maskedCases(): Promise<Case[]> {
  const kinds = new Map<string, Case>();
  for (const each of casesOf(1)) {
    // Of a passphrase, a cut leaves words like all others.
    const isPhrase = each.group === "passphrases of words";
    const isFit = !isPhrase && each.secret.length >= piece && each.text.length < 190;
    if (isFit && !kinds.has(each.group + each.kind)) kinds.set(each.group + each.kind, each);
  }
  const all = [...kinds.values()];
  const { texts } = redactor();
  const masked = await Promise.all(
    all.map(({ text }) => texts([`see ${promptTitle(text) ?? ""}`])),
  );
  return all.filter((each, index) => !shows(masked[index]?.[0] ?? "", each));
}

function shows(text: string, { secret }: Case): boolean {
  return text.includes(secret.slice(0, piece)) && !text.includes(`${secret}${secret}`);
}

test("wherever a title is cut, it shows nothing of a secret", async () => {
  const cases = await maskedCases();
  expect(cases.length).toBeGreaterThan(300);
  const shown: string[] = [];
  for (const each of cases) {
    const prompts = Array.from(
      { length: Math.min(each.text.length + 2, shownLength) },
      (_, at) => `${"word ".repeat(20).slice(0, shownLength - 1 - at)} ${each.text} and so on`,
    );
    const titles = prompts.map((prompt) => promptTitle(prompt) ?? "");
    const masked = await Promise.all(titles.map((title) => redactor().texts([title])));
    const leak = masked
      .flat()
      .map(shownTitle)
      .find((title) => shows(title, each));
    if (leak) shown.push(leak.slice(-120));
  }
  expect(shown).toEqual([]);
});
