import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, Session, Sink, Source } from "@chatexport/core";
import { prompt, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import {
  openArchive,
  placeRendered,
  type RenderContext,
  renderJob,
  rootsOf,
  threadRenderer,
} from "../src/index.js";
import { run, titles } from "./demo-archive.js";
import { documentsIn, emptyFolder } from "./folders.js";
import { sinkOf } from "./stub-archive.js";

const session = sessionOf([prompt("a", "Hello", { type: "reasoning", text: "Hm" })], {
  subagents: [sessionOf([], { id: "agent", records: { read: 1, kept: 1 } })],
  records: { read: 3, kept: 3 },
});
const ref = { id: session.id, source: "demo", revision: "1", locator: null };

function sourceOf(load: () => Session): Source {
  return {
    name: "demo",
    apiVersion: 1,
    stores: async () => [],
    async *list() {},
    load: async () => load(),
  };
}

function failing(name: string, code?: string, meanwhile?: () => void): Sink {
  return sinkOf(name, async function* () {
    meanwhile?.();
    yield "half";
    throw Object.assign(new Error("no more"), { code });
  });
}

/** Renders a job for the archive in a folder, as a thread does. */
function render(out: string, sinks: readonly Sink[], rest: Partial<RenderContext> = {}) {
  const job = { ref, source: "demo", sinks: sinks.map(({ name }) => name), shortId: "s" };
  return renderJob(job, {
    sources: [sourceOf(() => session)],
    sinks: [...sinks, failing("unasked")],
    transforms: [],
    open: threadRenderer(out, { roots: rootsOf({}), force: false, isDryRun: false }),
    signal: new AbortController().signal,
    ...rest,
  });
}

async function emptyArchive(): Promise<string> {
  const out = emptyFolder();
  await run(out, []);
  return out;
}

const path = "demo/no-project/a-title-s.one";

it("gives the documents, and what the archive has to know of the session", async () => {
  const out = await emptyArchive();
  const transforms = [
    (one: Session): Session => ({ ...one, title: "Changed", records: { read: 0, kept: 0 } }),
  ];
  const rendered = await render(out, [titles], { transforms });
  expect(rendered).toMatchObject({
    diagnostics: [],
    isFull: false,
    session: {
      records: { read: 3, kept: 3 },
      subagents: [{ id: "agent", records: { read: 1, kept: 1 } }],
      documents: [
        { sink: "one", path: join(out, path.replace("a-title", "changed")), staged: { bytes: 23 } },
      ],
      dropped: { one: expect.arrayContaining(["reasoning"]) },
      known: { title: "Changed", documents: [], records: { read: 3, kept: 3 } },
    },
  });
  expect(
    readdirSync(join(out, ".chatexport")).filter((name) => name.endsWith(".tmp")),
  ).toHaveLength(1);
});

it("writes nothing in a dry run", async () => {
  const out = emptyFolder();
  const open = threadRenderer(out, { roots: rootsOf({}), force: false, isDryRun: true });
  const { session: documents } = await render(out, [titles], { open });
  expect(documents?.documents).toMatchObject([{ staged: { bytes: 23 } }]);
  expect(readdirSync(out)).toEqual([]);
});

it.each([
  ["goes on after a document that fails", undefined, ["one"], false],
  ["stops when there is no room", "ENOSPC", [], true],
])("%s", async (_, code, documents, isFull) => {
  const out = await emptyArchive();
  const rendered = await render(out, [failing("bad", code), titles]);
  expect(rendered.session?.documents.map(({ sink }) => sink)).toEqual(documents);
  expect(rendered.isFull).toBe(isFull);
  expect(rendered.diagnostics).toMatchObject([
    {
      severity: "error",
      code: "document-failed",
      source: "demo",
      session: session.id,
      origin: { path: join(out, path.replace(".one", ".bad")) },
    },
  ]);
});

it("names the file that all documents share", async () => {
  const open: RenderContext["open"] = async () => ({
    render: async () => Promise.reject(new Error("no more")),
  });
  const { diagnostics } = await render("", [titles], { open, path: "all.md" });
  expect(diagnostics).toMatchObject([{ origin: { path: "all.md" } }]);
});

it.each([
  ["keeps what was rendered before the run was ended", [titles], ["one"]],
  ["has no session when nothing was", [], undefined],
])("%s", async (_, sinks, documents) => {
  const ending = new AbortController();
  const last = failing("bad", undefined, () => ending.abort());
  const rendered = await render(await emptyArchive(), [...sinks, last, titles], {
    signal: ending.signal,
  });
  expect(rendered.diagnostics).toEqual([]);
  expect(rendered.session?.documents.map(({ sink }) => sink)).toEqual(documents);
});

it("has no session when it could not be loaded, and needs its source", async () => {
  const fails = sourceOf(() => {
    throw new Error("damaged");
  });
  const rendered = await render("", [titles], { sources: [fails] });
  expect(rendered).toEqual({ diagnostics: [expect.objectContaining({ code: "session-failed" })] });
  await expect(render("", [titles], { sources: [] })).rejects.toThrow("there is no source demo");
});

it("cannot be placed in an archive when it was rendered for none", async () => {
  const out = emptyFolder();
  const listed = { ref, source: sourceOf(() => session) };
  const archive = await openArchive(out, { listed: [listed], sinks: [titles] });
  const task = await archive.plan(listed);
  const rendered = { records: session.records, subagents: [], documents: [], dropped: {} };
  await expect(placeRendered(rendered, task, archive, {})).rejects.toThrow(TypeError);
  await archive.close();
});

it.each([
  ["goes on after a document", undefined, ["one", "two"], false],
  ["stops at a document for want of room", "EROFS", ["one"], true],
])("%s that cannot be placed", async (_, code, tried, isFull) => {
  const done: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const listed = { ref, source: sourceOf(() => session) };
  const current = [{ sink: "zero", state: "unchanged" as const }];
  const placed = await placeRendered(
    {
      records: session.records,
      subagents: [],
      dropped: {},
      documents: [{ sink: "one", path: "a.one" }, { sink: "two" }],
    },
    { listed, outdated: new Map(), current },
    {
      place:
        () =>
        async ({ sink }) => {
          done.push(sink);
          if (sink === "one") throw Object.assign(new Error("no"), { code });
          return { sink, state: "new" };
        },
    },
    { report: (diagnostic) => void diagnostics.push(diagnostic) },
  );
  expect([done, placed.isFull]).toEqual([tried, isFull]);
  expect(placed.documents.map(({ sink }) => sink)).toEqual(["zero", ...tried.slice(1)]);
  expect(diagnostics).toMatchObject([
    { source: "demo", session: session.id, origin: { path: "a.one" } },
  ]);
  expect(current).toHaveLength(1);
});

it("is placed by the thread that has the archive open", async () => {
  const out = emptyFolder();
  const listed = { ref, source: sourceOf(() => session) };
  const archive = await openArchive(out, { listed: [listed], sinks: [titles] });
  const task = await archive.plan(listed);
  const job = archive.jobFor(task);
  expect(job).toEqual({ ref, source: "demo", sinks: ["one"], shortId: "5f0c7d1e" });
  const rendered = await render(out, [titles]);
  if (!rendered.session) throw new Error("no session");
  // What goes from thread to thread is plain data.
  const { documents } = await placeRendered(structuredClone(rendered.session), task, archive, {});
  expect(documents).toMatchObject([{ path: join(out, path), state: "new" }]);
  await archive.close();
  expect(documentsIn(out)).toEqual([path]);
  expect(readFileSync(join(out, path), "utf8")).toBe("A title\nHello\nreasoning");
});
