import { readdirSync } from "node:fs";
import { nameSet } from "@chatexport/core/read";
import fc from "fast-check";
import { expect, test } from "vitest";

/** The function that a fuzzer of any kind calls: it throws when something is wrong. */
interface Target {
  fuzz(bytes: Uint8Array): void | Promise<void>;
}

/** Targets that write and read a whole store for each input. */
const slow = nameSet(
  "accounts agent-blobs archives composers opencode-files opencode-rows side-files transcripts",
);

const targets = new URL("targets/", import.meta.url);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 200 }).map((text) => new Uint8Array(Buffer.from(text))),
);

test.each(readdirSync(targets))("nothing breaks %s", async (name) => {
  const { fuzz }: Target = await import(new URL(name, targets).href);
  const usual = slow.has(name.replace(".ts", "")) ? 60 : 1000;
  await expect(
    fc.assert(
      fc.asyncProperty(bytes, async (input) => fuzz(input)),
      { numRuns: Number(process.env.FUZZ_RUNS ?? usual) },
    ),
  ).resolves.toBeUndefined();
});
