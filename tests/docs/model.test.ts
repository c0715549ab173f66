import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("docs/model.md explains each field of each interface of the model", () => {
  const page = read("docs/model.md");
  const source = read("packages/core/src/model.ts") + read("packages/core/src/tally.ts");
  const interfaces = [...source.matchAll(/^(?:export )?interface (\w+)[^{]*\{\n(.*?)^\}/gms)];
  expect(interfaces.length).toBeGreaterThan(25);
  for (const [, name, body] of interfaces) {
    const [, section] = page
      .split(new RegExp(`^#+ ${name}$`, "m"))
      .map((text) => text.split("\n#")[0]);
    expect(section, `a section for ${name}`).toBeDefined();
    for (const [, field] of body?.matchAll(/^ {2}(\w+)\??:/gm) ?? [])
      expect(section, `${name}.${field}`).toContain(`\n| \`${field}\` |`);
  }
});
