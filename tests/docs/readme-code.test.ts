import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`),
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].filter((page) => existsSync(root + page));

/** The programs of a page that read conversations. */
const programs = pages.flatMap((page) =>
  [...readFileSync(`${root}${page}`, "utf8").matchAll(/^```[jt]s\n(.*?)^```/gms)]
    .map(([, code = ""]) => ({ page, code }))
    .filter(({ code }) => /^for await .*\b(?:convert|loadSessions|sessions)\(/m.test(code)),
);

test("programs are found", () => {
  expect(programs.length).toBeGreaterThan(10);
});

test.each(programs.filter(({ code }) => /writeFile|\.write\(|stdout/.test(code)))(
  "a program of $page that writes conversations masks them, in files with safe names",
  ({ code }) => {
    expect(code).toContain("redactor(");
    expect(code).toContain("transforms");
    for (const [path] of code.matchAll(/(?<=writeFile\()[^,]*\b(?:ref|session)\b[^,]*/g))
      expect(path).toMatch(/fileNameOf\(ref\)|IdOf\(session\)/);
  },
);
