import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";

/** What a fuzzer of any kind calls: it throws when something is wrong. */
interface Target {
  fuzz(bytes: Uint8Array): void | Promise<void>;
}

const targets = new URL("targets/", import.meta.url);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 200 }).map((text) => new Uint8Array(Buffer.from(text))),
);

test.each(readdirSync(targets))("nothing breaks %s", async (name) => {
  const { fuzz }: Target = await import(new URL(name, targets).href);
  const usual = name === "transcripts.ts" ? 60 : 1000;
  await expect(
    fc.assert(
      fc.asyncProperty(bytes, async (input) => fuzz(input)),
      { numRuns: Number(process.env.FUZZ_RUNS ?? usual) },
    ),
  ).resolves.toBeUndefined();
});
