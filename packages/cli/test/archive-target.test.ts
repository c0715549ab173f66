import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Session, SessionRef, Sink, Source } from "@chatexport/core";
import { expect, it } from "vitest";
import { archiveTarget } from "../src/archive/archive-target.js";
import { placesOf } from "../src/archive/places.js";
import { documentsIn, emptyFolder } from "./binary.js";

const source: Source = {
  name: "stub",
  apiVersion: 1,
  stores: async () => [],
  async *list() {},
  load: async () => sessionWith(""),
};

/** A sink whose documents show an image beside them. */
function sinkOf(name: string): Sink {
  return {
    name,
    apiVersion: 1,
    extension: name,
    mediaType: "text/plain",
    keeps: new Set(),
    async *render({ title }, { asset }) {
      yield `${title} ${await asset(Buffer.from("image"), "image/png")}\n`;
    },
  };
}

function sessionWith(title: string): Session {
  const records = { read: 0, kept: 0 };
  const shape = { schemaVersion: 1 as const, format: "stub/memory", records, origin: {} };
  return { ...shape, id: "session1", source: "stub", title, messages: [] };
}

/** Writes the session with a title through some sinks into an archive. */
async function write(out: string, title: string, ...sinks: Sink[]): Promise<void> {
  const ref: SessionRef = { id: "session1", source: "stub", revision: title, locator: null };
  const listed = { ref, source };
  const context = { report: () => {}, signal: new AbortController().signal };
  const target = await archiveTarget(out, {
    ...context,
    wait: () => {},
    isRehearsal: false,
    listed: [listed],
    completeSources: new Set(["stub"]),
    places: placesOf({}),
    sinks,
    ingredientOf: ({ name }) => ({ name, version: "1", options: {} }),
    force: false,
  });
  const task = await target.plan(listed);
  const writer = await target.take({ ref, session: sessionWith(title) }, task, context);
  for (const sink of task.outdated.keys()) await writer.write(sink);
  await target.close(true);
}

it("keeps a file beside a document while the document of another sink shows it", async () => {
  const out = emptyFolder();
  const [one, two] = [sinkOf("one"), sinkOf("two")];
  await write(out, "before", one, two);
  await write(out, "after", one);
  const image = /[0-9a-f]{16}\.png/.exec(
    readFileSync(join(out, "stub/no-project/after-session1.one"), "utf8"),
  )?.[0];
  expect(documentsIn(out)).toEqual([
    `stub/no-project/after-session1.files/${image}`,
    "stub/no-project/after-session1.one",
    `stub/no-project/before-session1.files/${image}`,
    "stub/no-project/before-session1.two",
  ]);
  await write(out, "after", one, two);
  expect(documentsIn(out)).toEqual([
    `stub/no-project/after-session1.files/${image}`,
    "stub/no-project/after-session1.one",
    "stub/no-project/after-session1.two",
  ]);
});

it("tells a sink with an index the way there from its documents", async () => {
  const out = emptyFolder();
  const sink: Sink = {
    ...sinkOf("one"),
    async *render(_, { index }) {
      yield index ?? "no index";
    },
    async *index(entries) {
      yield entries.map(({ href }) => href).join();
    },
  };
  await write(out, "a title", sink);
  const document = "stub/no-project/a-title-session1.one";
  expect(readFileSync(join(out, document), "utf8")).toBe("../../index.one");
  expect(readFileSync(join(out, "index.one"), "utf8")).toBe(document);
});
