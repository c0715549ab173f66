import { expect, test } from "vitest";
import { type Diagnostic, listSessions, sessions } from "../src/index.js";
import { sessionOf, sourceOf } from "./stubs.js";

const monday = "2026-11-16T08:00:00.000Z";
const tuesday = "2026-11-17T08:00:00.000Z";

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
      throw new Error("disk on fire");
    },
  };
  const source = sourceOf("one", { good: sessionOf("good") });
  const listed = await listSessions([broken, source], {
    report: (diagnostic) => reported.push(diagnostic),
  });
  expect(listed.map(({ ref }) => ref.id)).toEqual(["good"]);
  expect(reported).toMatchObject([{ code: "source-failed", source: "broken" }]);
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
