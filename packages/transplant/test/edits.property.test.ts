import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChangeError, undo } from "@chatexport/relocate";
import { ownTranscripts, sessionFiles } from "@chatexport/source-claude/paths";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyArchiving,
  applyRepairs,
  applyUnpacking,
  planArchiving,
  planRepair,
  planUnpacking,
} from "../src/index.js";
import type { EditOptions } from "../src/records/edit.js";
import { applyCopy, planCopy } from "../src/records/plan-copy.js";
import { applyDeletion, planDeletion } from "../src/records/plan-delete.js";
import { applyRenaming, planRenaming } from "../src/records/plan-rename.js";
import { applyTrim, planTrim } from "../src/records/plan-trim.js";
import { contentOf } from "./home-content.js";
import { packed } from "./packed.js";
import { makeHome, sessions } from "./random-home.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 20);

type Edit = (path: string, options: EditOptions) => Promise<string>;

/** Edits of a session; each gives the name of the change. */
const edits = {
  clone: async (path, options) => applyCopy(await planCopy(path), options),
  fork: async (path, options) => applyCopy(await planCopy(path, 1), options),
  trim: async (path, options) =>
    applyTrim(await planTrim(path, { results: 10, images: true, reasoning: true }), options),
  "trim what was before": async (path, options) =>
    applyTrim(await planTrim(path, { before: 2 }), options),
  repair: async (path, options) => applyRepairs([planRepair(path)], options),
  rename: async (path, options) => applyRenaming(planRenaming(path, "Another title"), options),
  archive: async (path, options) => applyArchiving(await planArchiving(path), options),
  delete: async (path, options) => applyDeletion(planDeletion(path), options),
} satisfies Record<string, Edit>;

const steps = fc.array(
  fc.record({
    edit: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
    which: fc.nat(5),
  }),
  { minLength: 1, maxLength: 4 },
);

test("a session that was packed and deleted comes out of its file to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async (made) => {
      const home = makeHome(made);
      const system = { platform: "linux", env: {}, home, root: "/" };
      const options = { command: "edit", system };
      const file = join(home, "talk.tar.gz");
      for (const path of ownTranscripts(system)) {
        const pack = await packed([path]).catch((cause) => cause);
        if (pack instanceof ChangeError) continue;
        writeFileSync(file, pack.bytes);
        const { own } = sessionFiles(path);
        const before = [path, ...own].map((each) => readFileSync(each, "latin1"));
        await applyDeletion(planDeletion(path), options);
        const folder = { folder: "/home/mira/tea", system };
        await applyUnpacking(await planUnpacking(file, folder), options);
        expect([path, ...own].map((each) => readFileSync(each, "latin1"))).toEqual(before);
      }
      rmSync(home, { recursive: true });
    }),
    { numRuns },
  );
});

test("whatever is edited comes back to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(sessions, steps, async (made, chosen) => {
      const home = makeHome(made);
      const system = { platform: "linux", env: {}, home, root: "/" };
      const options = { command: "edit", system };
      const done: { change: string; before: ReturnType<typeof contentOf> }[] = [];
      for (const { edit, which } of chosen) {
        const all = ownTranscripts(system);
        const path = all[which % all.length];
        if (path === undefined) break;
        const before = contentOf(home);
        try {
          done.push({ change: await edits[edit](path, options), before });
        } catch (cause) {
          // What cannot be done says so, with a remedy, and leaves all as it was.
          expect(String(cause)).toMatch(
            /There is no (?:prompt|conversation)|is damaged: chatexport repair|nothing in it is whole|nothing is left of the session/,
          );
          expect(contentOf(home)).toEqual(before);
        }
      }
      for (const { change, before } of done.toReversed()) {
        await undo({ home, system, id: change });
        expect(contentOf(home)).toEqual(before);
      }
      rmSync(home, { recursive: true });
    }),
    { numRuns },
  );
});
