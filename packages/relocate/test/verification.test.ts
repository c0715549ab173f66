import { defined, type SessionRef, type Source } from "@chatexport/core";
import { prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, it } from "vitest";
import { pathMap } from "../src/move/path-map.js";
import { neutralizer, takeSnapshot } from "../src/verification/snapshot.js";
import { compare, isOfProject } from "../src/verification/verify.js";

const moved = pathMap([{ from: "/src/co", to: "/src/co2" }]);

interface Written extends Pick<SessionRef, "title" | "updatedAt"> {
  id: string;
  path: string;
  texts: string[];
}

function sourceOf(sessions: readonly Written[]): Source {
  const refs = sessions.map(
    ({ id, path, title, updatedAt }): SessionRef => ({
      id,
      source: "invented",
      cwd: path,
      project: { name: "x", path },
      revision: path,
      locator: path,
      ...defined({ title, updatedAt }),
    }),
  );
  return {
    name: "invented",
    apiVersion: 1,
    stores: async () => [],
    async *list() {
      yield* refs;
    },
    async load(ref) {
      const { path = "", texts = [] } = sessions.find(({ id }) => id === ref.id) ?? {};
      return sessionOf(
        texts.map((text, index) => prompt(String(index), text)),
        { id: ref.id, source: "invented", cwd: path },
      );
    },
  };
}

async function comparison(
  before: Parameters<typeof sourceOf>[0],
  after: Parameters<typeof sourceOf>[0],
  isMerge = false,
) {
  const neutralize = neutralizer(moved.pairs);
  const { signal } = new AbortController();
  const old = await takeSnapshot(
    [sourceOf(before)],
    neutralize,
    (ref) => isOfProject(ref, moved),
    signal,
  );
  const now = await takeSnapshot([sourceOf(after)], neutralize, () => true, signal);
  return compare(old, now, moved, isMerge);
}

describe("reading back", () => {
  it("takes spellings for one path where the disk ignores case", () => {
    const neutralize = neutralizer([{ from: "/a/app", to: "/b", ignoresCase: true }]);
    expect(neutralize('"/A/App/x"')).toBe(neutralize('"/b/x"'));
  });

  const inside = { id: "a", path: "/src/co/x", texts: ["in /src/co2 and /src/co", "b"] };
  const outside = { id: "b", path: "/src/cobalt", texts: ["c"] };
  const arrived = { ...inside, path: "/src/co2/x" };

  it("finds nothing wrong where only paths differ", async () => {
    const { faults, leftBehind } = await comparison([inside, outside], [arrived, outside]);
    expect(faults).toEqual([]);
    expect(leftBehind).toEqual([]);
  });

  it.each([
    ["is not found any more", [outside]],
    ["has another content", [{ ...arrived, texts: ["b"] }, outside]],
    ["is listed differently", [arrived, { ...outside, path: "/elsewhere" }]],
  ])("says what %s", async (fault, after) => {
    const { faults } = await comparison([inside, outside], after);
    expect(faults.join()).toContain(fault);
  });

  it("lets a session of another project go on meanwhile, and not move", async () => {
    const old = { ...outside, title: "c", updatedAt: "2026-01-01T00:00:00.000Z" };
    const later = { ...old, title: "d", updatedAt: "2026-01-01T00:00:01.000Z" };
    expect((await comparison([inside, old], [arrived, later])).faults).toEqual([]);
    const untouched = { ...old, title: "d" };
    const elsewhere = { ...later, path: "/elsewhere" };
    for (const now of [untouched, elsewhere])
      expect((await comparison([inside, old], [arrived, now])).faults.join()).toContain(
        "is listed differently",
      );
  });

  it("names what is still found under the old path", async () => {
    const { faults, leftBehind } = await comparison([inside], [inside]);
    expect(faults).toEqual([]);
    expect(leftBehind.map(({ id }) => id)).toEqual(["a"]);
  });

  it("lets a merged session gain messages, and lose none", async () => {
    const more = { ...arrived, texts: [...arrived.texts, "c"] };
    expect((await comparison([inside], [more], true)).faults).toEqual([]);
    const less = { ...arrived, texts: ["b"] };
    expect((await comparison([inside], [less], true)).faults.join()).toContain(
      "has lost a message",
    );
  });
});
