import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, type Session, sessions } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { lostValues } from "@chatexport/testkit";
import { describe, expect, it } from "vitest";
import { keptRecords, notSought } from "../../packages/source-claude/test/kept-records.js";
import {
  dropped as droppedOfCursor,
  keptValues,
} from "../../packages/source-cursor/test/support/kept-values.js";
import { corpus, cursorCorpus, entriesOf, folders, hasCorpus } from "./corpus.js";
import { lostValues as knownToBeLost } from "./known.js";
import { filesBelow } from "./store.js";

/** The codes of files that are no session: of another tool, and of agents that nobody asked for. */
const notLoaded = new Set(["foreign-file", "lone-helper"]);

describe.skipIf(!hasCorpus).each(folders)("in the transcripts of %s", (name) => {
  it("every value is in a session, or its key is named as dropped", async () => {
    const folder = join(corpus, name);
    const found: Session[] = [];
    const left = new Set<string | undefined>();
    const report = ({ code, origin }: Diagnostic) => {
      if (notLoaded.has(code)) left.add(origin?.path);
    };
    const source = claude({ roots: [folder], empty: true });
    for await (const { session } of sessions([source], { report })) found.push(session);
    const paths = filesBelow(folder).filter((path) => path.endsWith(".jsonl") && !left.has(path));
    const lost = [...lostValues(found, paths.flatMap(keptRecords), notSought)];
    expect(lost.map((value) => `${name}/ ${value}`).sort()).toEqual(entriesOf(knownToBeLost, name));
  });
});

describe.skipIf(!hasCorpus).each(hasCorpus ? readdirSync(cursorCorpus) : ["(no corpus)"])(
  "in the stores of %s",
  (name) => {
    it("every value is in a session, or its key is named as dropped", async () => {
      const folder = join(cursorCorpus, name);
      const found: Session[] = [];
      const source = cursor({ roots: [folder], empty: true });
      for await (const { session } of sessions([source])) found.push(session);
      const lost = [...lostValues(found, keptValues(folder), droppedOfCursor)];
      expect(lost.map((value) => `${name}/ ${value}`)).toEqual(entriesOf(knownToBeLost, name));
    });
  },
);
