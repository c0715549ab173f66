import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as kit from "@chatexport/core/source";
import { describe, expect, test } from "vitest";
import { withExampleCode } from "./example-code.js";
import { brokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe.each(["source", "sink"])("docs/write-a-%s.md", (kind) => {
  const path = join(root, `docs/write-a-${kind}.md`);

  test("its code is that of the example", async () => {
    // After a change of the example: npx vitest run tests/docs/plugin-guides.test.ts -u
    const page = readFileSync(path, "utf8");
    await expect(withExampleCode(page, root)).toMatchFileSnapshot(path);
  });

  test("all code in a language is from the example, but for commands", () => {
    const page = readFileSync(path, "utf8");
    const languages = [...page.matchAll(/^(.*)\n\n```(\w+)$/gm)];
    expect(languages.length).toBeGreaterThan(5);
    for (const [, before, language] of languages)
      if (language !== "sh") expect(before).toMatch(/^<!-- examples\//);
  });

  test("its links lead somewhere", () => {
    expect(brokenLinks(path)).toEqual([]);
  });
});

test("docs/write-a-source.md says what each helper of the kit is for", () => {
  const page = readFileSync(join(root, "docs/write-a-source.md"), "utf8");
  for (const name of Object.keys(kit)) expect(page).toMatch(new RegExp(`\`${name}\\b`));
});
