import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type ListedSession,
  listSessions,
  loadSessions,
  type Message,
  type Session,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { lostValues } from "@chatexport/testkit";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import qoder from "../src/qoder.js";
import { keptRecords, notSought } from "./kept-records.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a store as it lies on disk (`store`, or `home` for all that lies in a
 * home folder, with options.json for further options) and what is read from it. After a change
 * on purpose `npx vitest run packages/source-claude -u` writes what is expected anew; read the diff.
 */
for (const name of cases())
  test(`reads the fixture ${name}`, async () => {
    const home = join(folder, name, "home");
    const store = existsSync(home) ? home : join(folder, name, "store");
    const place = store === home ? { home } : { roots: [store] };
    const options = optionsOf(name);
    const source = open(name)({ ...place, ...options });
    const diagnostics: Diagnostic[] = [];
    const read: unknown[] = [];
    const report = ({ cause: _, ...diagnostic }: Diagnostic) => diagnostics.push(diagnostic);
    for await (const { ref, session } of sessions([source], { report })) {
      for (const { id, records } of withSubagents(session))
        expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
      // These come from times of files, which differ from checkout to checkout.
      const { revision: _, locator: __, expiresAt: ___, ...listed } = ref;
      // So does the time of a session that has none of its own.
      if (session.updatedAt === undefined) delete listed.updatedAt;
      read.push({ listed, session });
    }
    await expect(portable(read, store)).toMatchFileSnapshot(join(folder, name, "sessions.json"));
    await expect(portable(diagnostics, store)).toMatchFileSnapshot(
      join(folder, name, "diagnostics.json"),
    );
  });

for (const name of cases())
  test(`finds each value of the fixture ${name} in a session`, async () => {
    const home = join(folder, name, "home");
    const store = existsSync(home) ? home : join(folder, name, "store");
    const place = store === home ? { home } : { roots: [store] };
    const loaded: Session[] = [];
    const source = open(name)({ ...place, ...optionsOf(name), empty: true });
    for await (const { session } of sessions([source], { report: () => {} })) loaded.push(session);
    const paths = readdirSync(store, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".jsonl") && !notAllListed.test(path))
      .map((path) => join(store, path));
    const records = paths.flatMap(keptRecords);
    expect([...lostValues(loaded, records, notSought)]).toEqual(inSkipped[name] ?? []);
  });

/** Rows of prompts whose session is there; what the user copied elsewhere; what is of other tools; agents that nobody asked for. */
const notAllListed =
  /history\.jsonl$|uploads|outputs|skills-plugin|acompact|dddd4444|^(?:codex|copilot|droid|droid-stream|droid-stream-later|gemini|iflow|pi|qwen|tomorrow)\.jsonl$/;

/** The values in records that are skipped: they are empty, copies, or belong to nothing. */
const inSkipped: Readonly<Record<string, readonly string[]>> = {
  "injected-text": ['timestamp ("2026-02-11T20:00:23.000Z")'],
  "no-sessions": ['timestamp ("2026-02-11T20:00:00.000Z")'],
  notes: ['timestamp ("2026-02-11T20:00:08.000Z")'],
  "queued-prompts": ['timestamp ("2026-09-11T20:00:04.000Z")'],
  "record-types": ['replacements.replacement ("of another transcript")'],
  "resumed-copies": ['timestamp ("2025-07-19T10:30:00.000Z")'],
  rewritten: ['timestamp ("2026-01-07T08:10:00.000Z")'],
};

for (const name of cases())
  test(`reads the fixture ${name} as well beside sessions in which nothing was said`, async () => {
    const home = join(folder, name, "home");
    const place = existsSync(home) ? { home } : { roots: [join(folder, name, "store")] };
    const options = { ...place, ...optionsOf(name) };
    const report = () => {};
    const listed = await listSessions([open(name)({ ...options, empty: false })], { report });
    const more = await listSessions([open(name)({ ...options, empty: true })], { report });
    const isEmpty = ({ ref }: ListedSession) => ref.listedBy === "empty";
    const refs = (all: ListedSession[]) => all.map(({ ref }) => ref);
    expect(refs(more.filter((each) => !isEmpty(each)))).toEqual(refs(listed));
    for await (const { session } of loadSessions(more.filter(isEmpty))) {
      expect(session.messages.filter(saysSomething)).toEqual([]);
      expect(tallyAddsUp(session.records), `the tally of ${session.id}`).toBe(true);
    }
  });

/** Whether a person or the model wrote some of a message. */
function saysSomething({ parts }: Message): boolean {
  return parts.some((part) =>
    part.type === "text" ? part.synthetic === undefined : part.type !== "notice",
  );
}

function open(name: string): typeof qoder {
  return name === "qoder" ? qoder : claude;
}

function cases(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function optionsOf(name: string): object {
  const path = join(folder, name, "options.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

function portable(value: unknown, store: string): string {
  const path = JSON.stringify(store).slice(1, -1);
  return `${JSON.stringify(value, null, 2).replaceAll(path, "<store>")}\n`;
}
