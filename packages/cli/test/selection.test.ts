import type { ListedSession, SessionRef, Source } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import { selectSessions } from "../src/selection.js";
import { parseTime } from "../src/time.js";

const source: Source = {
  name: "claude",
  apiVersion: 1,
  stores: async () => [],
  list: async function* () {},
  load: async () => {
    throw new Error("nothing to load");
  },
};

function listed(ref: Partial<SessionRef>): ListedSession {
  return { ref: { id: "id", source: "claude", revision: "1", locator: null, ...ref }, source };
}

const blog = listed({
  id: "22222222-bbbb-4000-8000-000000000002",
  cwd: "/home/mira/blog/web",
  project: { name: "blog", path: "/home/mira/blog" },
  startedAt: "2026-02-10T10:00:00Z",
  updatedAt: "2026-02-12T10:00:00Z",
});
const shop = listed({
  id: "agent-0001",
  cwd: "/home/mira/shop [old]",
  startedAt: "2026-01-31T10:00:00Z",
});
const undated = listed({ id: "33333333-bbbb-4000-8000-000000000003", cwd: "C:\\code\\Tools" });

const all = [blog, shop, undated];

describe("the selection", () => {
  it.each<[Parameters<typeof selectSessions>[1], ListedSession[]]>([
    [{}, all],
    [{ project: "BLOG" }, [blog]],
    [{ project: "web" }, [blog]],
    [{ project: "b*g" }, [blog]],
    [{ project: "{blog,shop*}" }, [blog, shop]],
    [{ project: "/home/*/blog" }, [blog]],
    [{ project: "/home/mira" }, [blog, shop]],
    [{ project: "/home/mira/blog/" }, [blog]],
    [{ project: "/home/mira/blo" }, []],
    [{ project: "shop [old]" }, [shop]],
    [{ project: "c:/code/*" }, [undated]],
    [{ session: ["22222222-bbbb-4000-8000-000000000002"] }, [blog]],
    [{ session: ["22222222-b"] }, [blog]],
    [{ session: ["000002", "333"] }, [blog, undated]],
    [{ session: ["gent0001"] }, [shop]],
    [{ since: parseTime("2026-02-12", "first") }, [blog]],
    [{ since: parseTime("2026-02-12T11:00:00+02:00", "first") }, [blog]],
    [{ since: parseTime("2026-02-12T11:00:00+01:00", "first") }, [blog]],
    [{ since: parseTime("2026-02-12T11:00:01+01:00", "first") }, []],
    [{ until: parseTime("2026-01-31", "last") }, [shop]],
    [{ until: parseTime("2026-01-30", "last") }, []],
    [{ since: parseTime("2026-02-11", "first"), until: parseTime("2026-02-11", "last") }, [blog]],
    [{ limit: 2 }, [blog, shop]],
    [{ session: ["3", "2"], limit: 1 }, [blog]],
  ])("of %j is made from what is listed", async (options, expected) => {
    const { sessions, unmet } = await selectSessions(all, options);
    expect(sessions).toEqual(expected);
    expect(unmet).toEqual([]);
  });

  it("counts the sessions that have no time to compare", async () => {
    expect(await selectSessions(all, { since: 0 })).toMatchObject({ undated: 1 });
    expect(await selectSessions(all, {})).toMatchObject({ undated: 0 });
  });

  it("complains about an id that no session has, or several", async () => {
    const { sessions, unmet } = await selectSessions(all, { session: ["xyz", "--", "2222"] });
    expect(sessions).toEqual([blog]);
    expect(unmet).toEqual([
      "--session xyz: no session has an id that begins or ends so.",
      "--session --: no session has an id that begins or ends so.",
    ]);
  });
});

describe("a time", () => {
  const now = Date.parse("2026-03-15T12:00:00Z");

  it.each([
    ["12h", "2026-03-15T00:00:00.000Z"],
    ["7d", "2026-03-08T12:00:00.000Z"],
    ["2w", "2026-03-01T12:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T14:00:00+02:00", "2026-01-31T12:00:00.000Z"],
  ])("is understood from %s", (word, moment) => {
    expect(new Date(parseTime(word, "first", now)).toISOString()).toBe(moment);
  });

  it("means the last moment of a day at the end of a span", () => {
    expect(new Date(parseTime("2026-01-31", "last")).toISOString()).toBe(
      "2026-01-31T23:59:59.999Z",
    );
  });

  it.each([
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "31.1.2026",
    "2026-01-31T14:00",
    "7",
    "7m",
    "",
  ])("is not understood from '%s'", (word) => {
    expect(() => parseTime(word, "first")).toThrow("is not a time");
  });
});
