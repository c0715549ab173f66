import { expect, test } from "vitest";
import {
  type Context,
  type Diagnostic,
  listSessions,
  type Session,
  SessionError,
  type SessionRef,
  type Source,
  sessions,
} from "../src/index.js";
import { sessionOf, sourceOf } from "./stubs.js";

const monday = "2026-11-16T08:00:00.000Z";
const tuesday = "2026-11-17T08:00:00.000Z";
const wednesday = "2026-11-18T08:00:00.000Z";

async function idsOf(generator: ReturnType<typeof sessions>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { session } of generator) ids.push(session.id);
  return ids;
}

test("sessions of all sources come newest first, then by source and id", async () => {
  const one = sourceOf("one", {
    old: sessionOf("old", { updatedAt: monday }),
    b: sessionOf("b", { updatedAt: tuesday }),
    never: sessionOf("never"),
  });
  const two = sourceOf("two", { a: sessionOf("a", { updatedAt: tuesday }) });
  expect(await idsOf(sessions([two, one]))).toEqual(["b", "a", "old", "never"]);
});

test("a session is as new as its last record, or else as its first", async () => {
  const source = sourceOf("one", {
    begunLast: sessionOf("begunLast", { startedAt: tuesday }),
    begunFirst: sessionOf("begunFirst", { startedAt: monday }),
    endedLast: sessionOf("endedLast", { startedAt: monday, updatedAt: wednesday }),
  });
  expect(await idsOf(sessions([source]))).toEqual(["endedLast", "begunLast", "begunFirst"]);
});

test("sessions of one time come by source, then by id", async () => {
  const both = { b: sessionOf("b"), a: sessionOf("a") };
  const listed = await listSessions([sourceOf("two", both), sourceOf("one", both)]);
  expect(listed.map(({ ref: { source, id } }) => `${source} ${id}`)).toEqual([
    "one a",
    "one b",
    "two a",
    "two b",
  ]);
});

test("what is handed out holds the ref, the session, and what was noted before its transforms", async () => {
  const source = sourceOf("one", { a: sessionOf("a", { title: "Secret" }) });
  const transforms = [(session: Session) => ({ ...session, title: "Masked" })];
  const note = ({ title }: Session) => title;
  for await (const loaded of sessions([source], { note, transforms })) {
    expect(loaded.ref).toMatchObject({ id: "a", source: "one" });
    expect(loaded.session.title).toBe("Masked");
    expect(loaded.noted).toBe("Secret");
  }
  expect.assertions(3);
});

test("a diagnostic carries the source and the session that it is about", async () => {
  const good = sourceOf("one", { a: sessionOf("a") });
  const warning = { severity: "warning", code: "odd", message: "It is odd." } as const;
  const source: Source = {
    ...good,
    async *list(context) {
      context.report(warning);
      yield* good.list(context);
    },
    load: (ref, context) => {
      context.report({ ...warning, origin: { path: "/home/mira/a", at: "row" } });
      return good.load(ref, context);
    },
  };
  const reported: Diagnostic[] = [];
  await idsOf(sessions([source], { report: (one) => reported.push(one) }));
  expect(reported).toEqual([
    { ...warning, source: "one" },
    { ...warning, source: "one", session: "a", origin: { path: "/home/mira/a", at: "row" } },
  ]);
});

test("a session that a transform cannot change is reported and does not stop the others", async () => {
  const source = sourceOf("one", { a: sessionOf("a"), b: sessionOf("b") });
  const reported: Diagnostic[] = [];
  const ids = await idsOf(
    sessions([source], {
      report: (one) => reported.push(one),
      transforms: [
        (session) => {
          if (session.id === "a") throw new SessionError("too odd");
          return session;
        },
      ],
    }),
  );
  expect(ids).toEqual(["b"]);
  expect(reported).toMatchObject([
    { severity: "error", message: "The session could not be loaded: too odd.", session: "a" },
  ]);
});

test("an abort while a session is loaded is no trouble of that session", async () => {
  const controller = new AbortController();
  const reported: Diagnostic[] = [];
  const source: Source = {
    ...sourceOf("one", { a: sessionOf("a") }),
    load: async () => {
      controller.abort();
      throw new Error("stopped");
    },
  };
  const { signal } = controller;
  expect(await idsOf(sessions([source], { signal, report: (one) => reported.push(one) }))).toEqual(
    [],
  );
  expect(reported).toEqual([]);
});

test("a session that cannot be loaded is reported and does not stop the others", async () => {
  const reported: Diagnostic[] = [];
  const source = sourceOf("one", { bad: new Error("no such file"), good: sessionOf("good") });
  const ids = await idsOf(
    sessions([source], { report: (diagnostic) => reported.push(diagnostic) }),
  );
  expect(ids).toEqual(["good"]);
  expect(reported).toMatchObject([
    { severity: "error", code: "session-failed", source: "one", session: "bad" },
  ]);
});

test("a source that cannot list is reported and does not stop the others", async () => {
  const reported: Diagnostic[] = [];
  const broken = {
    ...sourceOf("broken", {}),
    list: () => {
      throw new Error("disk on fire.");
    },
  };
  const source = sourceOf("one", { good: sessionOf("good") });
  const listed = await listSessions([broken, source], {
    report: (diagnostic) => reported.push(diagnostic),
  });
  expect(listed.map(({ ref }) => ref.id)).toEqual(["good"]);
  expect(reported).toMatchObject([
    {
      severity: "error",
      code: "source-failed",
      message: "The source broken could not list its sessions: disk on fire.",
      source: "broken",
    },
  ]);
});

test("select sees refs, keep sees sessions, transforms run before keep", async () => {
  const source = sourceOf("one", {
    a: sessionOf("a"),
    b: sessionOf("b"),
    c: sessionOf("c"),
  });
  const loaded: string[] = [];
  const ids = await idsOf(
    sessions([source], {
      select: ({ id }) => id !== "a",
      transforms: [
        (session) => {
          loaded.push(session.id);
          return { ...session, title: `title of ${session.id}` };
        },
      ],
      keep: ({ title }) => title !== "title of b",
    }),
  );
  expect(loaded).toEqual(["b", "c"]);
  expect(ids).toEqual(["c"]);
});

test("an abort ends a listing without a diagnostic", async () => {
  const reported: Diagnostic[] = [];
  const source = sourceOf("one", { a: sessionOf("a") });
  const listed = await listSessions([source], {
    signal: AbortSignal.abort(),
    report: (diagnostic) => reported.push(diagnostic),
  });
  expect(listed).toEqual([]);
  expect(reported).toEqual([]);
});

test("an abort ends the work after the session in hand, without a diagnostic", async () => {
  const controller = new AbortController();
  const reported: Diagnostic[] = [];
  const source = sourceOf("one", { a: sessionOf("a"), b: sessionOf("b") });
  const ids: string[] = [];
  for await (const { session } of sessions([source], {
    signal: controller.signal,
    report: (diagnostic) => reported.push(diagnostic),
  })) {
    ids.push(session.id);
    controller.abort();
  }
  expect(ids).toEqual(["a"]);
  expect(reported).toEqual([]);
});

test.each([
  [undefined, "something that is no object"],
  [{ source: "one", revision: "1" }, "a session without id"],
  [{ id: "a", revision: "1" }, "a session without source"],
  [{ id: "a", source: "one" }, "a session without revision"],
  [
    { id: "a", source: "one", revision: "1", updatedAt: 17 },
    "a session of which updatedAt is not what the model says",
  ],
  [{ id: "a", source: "one", revision: "1", locator: null, project: { name: 5 } }, "project.name"],
  [{ id: "a", source: "one", revision: "1", locator: null, bytes: Number.NaN }, "bytes"],
  [{ id: "good", source: "one", revision: "2", locator: 7 }, "a second session with the id good"],
])("what is no session is left out of a list and reported: %j", async (ref, fault) => {
  const reported: Diagnostic[] = [];
  const good = sourceOf("one", { good: sessionOf("good") });
  const source = {
    ...good,
    async *list(context: Context) {
      yield* good.list(context);
      yield ref as SessionRef;
    },
  };
  const listed = await listSessions([source], { report: (one) => reported.push(one) });
  expect(listed.map(({ ref: { id } }) => id)).toEqual(["good"]);
  expect(reported).toMatchObject([{ severity: "error", code: "malformed-ref", source: "one" }]);
  expect(reported[0]?.message).toMatch(/^The source one listed .*, which was left out\.$/);
  expect(reported[0]?.message).toContain(fault);
});

test("a session that is listed twice is named by the first 100 characters of its id", async () => {
  const id = "x".repeat(101);
  const source = {
    ...sourceOf("one", {}),
    async *list() {
      const ref = { id, source: "one", revision: "1", locator: null };
      yield ref;
      yield ref;
    },
  };
  const reported: Diagnostic[] = [];
  expect(await listSessions([source], { report: (one) => reported.push(one) })).toHaveLength(1);
  expect(reported[0]?.message).toContain(`a second session with the id ${id.slice(1)},`);
});

test.each([
  [null, "nothing that is a session"],
  [{ schemaVersion: 2 }, "version 2 of the model, and this is 1"],
  [{ schemaVersion: { toString: 1 } }, "version object of the model, and this is 1"],
  [{ id: "other" }, "another session than was listed"],
  [{ records: {} }, "a session of which records is not what the model says"],
  [{ origin: undefined }, "a session of which origin is"],
  [{ messages: "none" }, "messages is"],
  [{ messages: [{ id: "m", role: "user", parts: [{}] }] }, "messages[0].parts[0].type is"],
  [{ title: 5 }, "title is"],
  [{ branches: [{ id: "b", reason: "edit" }] }, "branches[0].messages is"],
  [{ subagents: [{}] }, "subagents[0].schemaVersion is"],
])("what is loaded and no session is reported, and the others come: %j", async (wrong, fault) => {
  const reported: Diagnostic[] = [];
  const good = sourceOf("one", { bad: sessionOf("bad"), good: sessionOf("good") });
  const source = {
    ...good,
    async load(ref: SessionRef, context: Context) {
      const session = await good.load(ref, context);
      return ref.id === "good" ? session : ((wrong && { ...session, ...wrong }) as Session);
    },
  };
  const ids = await idsOf(sessions([source], { report: (one) => reported.push(one) }));
  expect(ids).toEqual(["good"]);
  expect(reported).toMatchObject([{ code: "session-failed", session: "bad" }]);
  expect(reported[0]?.message).toContain(fault);
});

test("what a store has for a time is no reason to leave out a session", async () => {
  const source = sourceOf("one", { odd: sessionOf("odd", { updatedAt: "yesterday" }) });
  const reported: Diagnostic[] = [];
  expect(await idsOf(sessions([source], { report: (one) => reported.push(one) }))).toEqual(["odd"]);
  expect(reported).toEqual([]);
});

test("a list that is made later, or cannot be made, is one of many", async () => {
  const good = sourceOf("good", { a: sessionOf("a") });
  const later = {
    ...good,
    list: async (context: Context) => good.list(context),
  } as unknown as Source;
  const never = { ...good, name: "never", list: async () => Promise.reject(new Error("no disk")) };
  const reported: Diagnostic[] = [];
  const listed = await listSessions([never as unknown as Source, later], {
    report: (one) => reported.push(one),
  });
  expect(listed).toHaveLength(1);
  expect(reported).toMatchObject([{ code: "source-failed", source: "never" }]);
});

test("a list without an end can be ended", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 5);
  const ref = { source: "one", revision: "1", locator: null };
  const source = {
    ...sourceOf("one", {}),
    async *list() {
      for (let count = 0; ; count++) yield { ...ref, id: String(count) };
    },
  };
  await listSessions([source], controller);
  expect(controller.signal.aborted).toBe(true);
});

/** The diagnostic for a value that a source reports while it lists. */
async function reportedWith(given: unknown): Promise<Diagnostic | undefined> {
  const good = sourceOf("one", {});
  const source = {
    ...good,
    async *list(context: Context) {
      context.report(given as Diagnostic);
      yield* good.list(context);
    },
  };
  const reported: Diagnostic[] = [];
  await listSessions([source], { report: (one) => reported.push(one) });
  expect(reported).toHaveLength(1);
  return reported[0];
}

test.each([
  [undefined, { severity: "error", code: "unnamed-trouble" }],
  [{ severity: "fatal", code: 5, message: {}, origin: 7 }, { severity: "error" }],
  [
    { severity: "info", code: "odd", message: "It is odd.", origin: { path: 5, at: 3 }, own: [] },
    { severity: "info", code: "odd", message: "It is odd.", origin: { at: 3 }, source: "one" },
  ],
])("whatever is reported becomes a diagnostic: %j", async (given, expected) => {
  const reported = await reportedWith(given);
  expect(reported).toMatchObject(expected);
  expect(reported?.message).toMatch(/\.$/);
  expect(reported).not.toHaveProperty("own");
});

test("a diagnostic keeps its cause, and a message of up to 1,000 characters", async () => {
  const cause = new Error("odd");
  const message = "x".repeat(1_000);
  expect(await reportedWith({ severity: "info", code: "odd", message, cause })).toEqual({
    severity: "info",
    code: "odd",
    message,
    cause,
    source: "one",
  });
  const longer = await reportedWith({ severity: "info", code: "odd", message: `${message}x` });
  expect(longer?.message).toBe(`${message}…`);
});

test("something that is no diagnostic at all is called so", async () => {
  expect(await reportedWith("help!")).toEqual({
    severity: "error",
    code: "unnamed-trouble",
    message: "The plugin does not say what is wrong.",
    source: "one",
  });
});

test("a title that was made of a prompt is cut as lists show it, one that was given is kept", async () => {
  const title = "roof ".repeat(30).trim();
  const source = sourceOf("one", {
    a: sessionOf("a", { title, titleFrom: "first-message" }),
    b: sessionOf("b", { title, titleFrom: "user" }),
    c: sessionOf("c", { title: `${title} ${title}`, titleFrom: "generated" }),
  });
  const titles: (string | undefined)[] = [];
  for await (const { session } of sessions([source])) titles.push(session.title);
  expect(titles).toEqual([`${"roof ".repeat(14).trim()}…`, title, `${"roof ".repeat(40).trim()}…`]);
});

test("a message of any length, in several lines, becomes one line that can be shown", async () => {
  const message = `The record type "${"x\n\u001b[2J".repeat(1_000)}" is not known.`;
  const reported = await reportedWith({ severity: "warning", code: "odd", message });
  expect(reported?.message).toMatch(/^The record type "x \[2Jx [^\p{Cc}]{900,1000}…$/u);
});
