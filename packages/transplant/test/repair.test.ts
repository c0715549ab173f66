import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Damage, lineDamages } from "../src/records/damages.js";
import { Draft } from "../src/records/draft.js";
import { repair } from "../src/records/repair.js";

const folder = fileURLToPath(new URL("../fixtures/damages", import.meta.url));
const sessionId = "5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20";
const planted = Object.keys(lineDamages) as Damage[];

test("each damage is planted somewhere", () => {
  const folders = readdirSync(folder).filter((name) => !name.endsWith(".json"));
  expect(folders.sort()).toEqual([...planted].sort());
});

// After a change: npx vitest run packages/transplant -u
test.each(planted)(
  "a transcript with %s is repaired, and nothing else in it changes",
  async (damage) => {
    const path = join(folder, damage, "damaged.jsonl");
    const damaged = readFileSync(path);
    const draft = new Draft(damaged);
    const found = repair(draft, sessionId);
    expect(new Set(found.map((each) => each.damage))).toEqual(new Set([damage]));
    const repaired = draft.bytes();
    await expect(repaired.toString()).toMatchFileSnapshot(join(dirname(path), "repaired.jsonl"));
    expect(repair(new Draft(repaired), sessionId)).toEqual([]);
    const before = new Set(damaged.toString("latin1").split("\n"));
    const kept = repaired
      .toString("latin1")
      .split("\n")
      .filter((line) => before.has(line));
    expect(kept.length).toBeGreaterThan(
      damage === "wrong-session-id" ? 3 : damage === "sidechain-mark" ? 0 : 4,
    );
  },
);

test("a block with an object as its type is one of an unknown type", () => {
  const path = join(folder, "unknown-block", "repaired.jsonl");
  const text = readFileSync(path, "utf8").replace('[{"type":"text"', '[{"type":{"toString":1}');
  expect(repair(new Draft(Buffer.from(text)), sessionId)).toMatchObject([
    { damage: "unknown-block" },
  ]);
});
