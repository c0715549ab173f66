import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ListedSession, SessionRef, Source } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import { explainNoMatch } from "../../src/host/selection/explain-none.js";
import { selectSessions } from "../../src/host/selection/select-sessions.js";
import { momentOf } from "../../src/options/moments.js";
import { type Edge, parseTime } from "../../src/options/parse-time.js";
import { parseShard } from "../../src/options/parse-words.js";
import { emptyFolder } from "../binary.js";

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
  folders: ["/srv/till"],
  startedAt: "2026-01-31T10:00:00Z",
});
const undated = listed({
  id: "33333333-bbbb-4000-8000-000000000003",
  cwd: "C:\\code\\Tools",
  archived: true,
});

const all = [blog, shop, undated];

function moment(word: string, edge: Edge, zone = "UTC", now = Date.now()): number {
  return momentOf(parseTime(word), edge, zone, now);
}

describe("the selection", () => {
  it.each([
    "cafe\u0301",
    "caf\u00e9",
    "/home/mira/cafe\u0301",
    "/home/mira/caf\u00e9",
    "/home/mira/caf\u00e9*",
  ])("finds a folder in both spellings of its letters: %j", async (project) => {
    const spellings = ["caf\u00e9", "cafe\u0301"].map((name) =>
      listed({
        id: name,
        cwd: `/home/mira/${name}`,
        project: { name, path: `/home/mira/${name}` },
      }),
    );
    expect((await selectSessions(spellings, { project })).sessions).toEqual(spellings);
  });

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
    [{ project: "/srv" }, [shop]],
    [{ project: "till" }, [shop]],
    [{ project: "c:/code/*" }, [undated]],
    [{ project: "tools" }, [undated]],
    [{ project: "c:\\CODE\\" }, [undated]],
    [{ project: "c:/code/tools/" }, [undated]],
    [{ project: "c:/cod" }, []],
    [{ project: "blog/" }, [blog]],
    [{ project: "." }, []],
    [{ session: ["22222222-bbbb-4000-8000-000000000002"] }, [blog]],
    [{ session: ["22222222-b"] }, [blog]],
    [{ session: ["000002", "333"] }, [blog, undated]],
    [{ session: ["gent0001"] }, [shop]],
    [{ session: ["2026-01-31-1000-some-title-agent0001.md"] }, [shop]],
    [{ session: ["out/claude/blog/2026-02-10-1000-a-title-22222222-3.jsonl"] }, [blog]],
    [{ session: ["file:///home/mira/out/claude/shop/a-b-agent0001/index.html?x#top"] }, [shop]],
    [{ session: ["index.html#22222222-bbbb-4000-8000-000000000002"] }, [blog]],
    [
      {
        session: ["~/.claude/projects/-home-mira-blog/33333333-bbbb-4000-8000-000000000003.jsonl"],
      },
      [undated],
    ],
    [{ session: ["https://example.org/chat/agent-0001?tab=1"] }, [shop]],
    [{ archived: true }, [undated]],
    [{ archived: false }, all],
    [{ since: moment("2026-02-12", "first") }, [blog]],
    [{ since: moment("2026-02-12T11:00:00+02:00", "first") }, [blog]],
    [{ since: moment("2026-02-12T11:00:00+01:00", "first") }, [blog]],
    [{ since: moment("2026-02-12T11:00:01+01:00", "first") }, []],
    [{ until: moment("2026-01-31", "last") }, [shop]],
    [{ until: moment("2026-01-30", "last") }, []],
    [{ since: moment("2026-02", "first"), until: moment("2026", "last") }, [blog]],
    [{ until: moment("2026-01", "last") }, [shop]],
    [{ since: moment("2026-02-11", "first"), until: moment("2026-02-11", "last") }, [blog]],
    [{ limit: 2 }, [blog, shop]],
    [{ session: ["3", "2"], limit: 1 }, [blog]],
  ])("of %j is made from what is listed", async (options, expected) => {
    const { sessions, unmatched } = await selectSessions(all, options);
    expect(sessions).toEqual(expected);
    expect(unmatched).toEqual([]);
  });

  it("parts them by their ids, each into one part", async () => {
    const many = Array.from({ length: 300 }, (_, index) => listed({ id: `session-${index}` }));
    const parts = await Promise.all(
      ["1/3", "2/3", "3/3"].map(async (shard) => (await selectSessions(many, { shard })).sessions),
    );
    expect(parts.flat()).toHaveLength(300);
    expect(new Set(parts.flat()).size).toBe(300);
    for (const part of parts) expect(part.length).toBeGreaterThan(75);
    // printf 'claude\nsession-0' | sha256sum begins with 7626e508, and 0x7626e508 % 3 + 1 is 1.
    expect(parts[0]?.map(({ ref }) => ref.id)).toContain("session-0");
    for (const word of ["0/3", "4/3", "1", "1/0", "a/b", "1/3/3"])
      expect(() => parseShard(word)).toThrow(/takes a part of the whole/);
  });

  it("counts the sessions that have no time to compare", async () => {
    expect(await selectSessions(all, { since: 0 })).toMatchObject({ undated: 1 });
    expect(await selectSessions(all, {})).toMatchObject({ undated: 0 });
    expect(await selectSessions(all, { since: 0, project: "blog" })).toMatchObject({ undated: 0 });
  });

  it("takes the one that a command was asked for instead of an option", async () => {
    expect(await selectSessions(all, { id: "2222" })).toMatchObject({ sessions: [blog] });
    const { unmatched } = await selectSessions(all, { id: "xyz" });
    expect(unmatched).toEqual(["xyz: no session has an id that begins or ends like this."]);
  });

  it("complains about an id that no session has, or several", async () => {
    const { sessions, unmatched } = await selectSessions(all, { session: ["xyz", "--", "2222"] });
    expect(sessions).toEqual([blog]);
    expect(unmatched).toEqual([
      "--session xyz: no session has an id that begins or ends like this.",
      "--session --: no session has an id that begins or ends like this.",
    ]);
  });
});

describe("a project", () => {
  it("is found by its path with a link in it, from either side, and below the home folder", async () => {
    const folder = realpathSync(emptyFolder());
    mkdirSync(join(folder, "real/web"), { recursive: true });
    symlinkSync(join(folder, "real"), join(folder, "link"));
    const [real, linked] = ["real/web", "link/web"].map((path) =>
      listed({ id: path, cwd: join(folder, path) }),
    );
    const both = [real, linked].filter((each) => each !== undefined);
    for (const project of [join(folder, "link"), join(folder, "real/")])
      expect((await selectSessions(both, { project })).sessions).toEqual(both);

    const home = listed({ id: "home", cwd: join(homedir(), "shop") });
    for (const project of ["~", "~/shop", "~/s*"])
      expect((await selectSessions([home, blog], { project })).sessions).toEqual([home]);
  });
});

describe("what left no session", () => {
  it.each<[Parameters<typeof selectSessions>[1], string]>([
    [{ project: "nothing", archived: true }, "--project."],
    [{ project: "nothing", until: 0 }, "--project or --until."],
    [{ project: "blog", archived: true }, "--archived and --project together."],
    [{ project: "blog", until: 0 }, "--until."],
  ])("of %j is named", async (options, named) => {
    const { failed } = await selectSessions(all, options);
    const refs = all.map(({ ref }) => ref);
    expect(explainNoMatch(refs, options, failed, "UTC")).toContain(
      `None of 3 sessions matches ${named}`,
    );
  });

  it.each([
    ["nothing", "matches --project. chatexport list shows all projects."],
    ["Blug", "Did you mean --project 'blog'?"],
    ["ool", "Did you mean --project 'Tools'?"],
    ["o", "Did you mean --project 'blog' or 'shop [old]' or 'Tools'?"],
    [
      "/home/mira/blog/web/src",
      "This folder lies in a project: try --project '/home/mira/blog/web'.",
    ],
    ["C:/code/tools/src", "This folder lies in a project: try --project 'C:\\code\\Tools'."],
    ["/elsewhere/blog", "Did you mean --project 'blog'?"],
  ])("says for --project %s what comes near", (project, sentence) => {
    const refs = all.map(({ ref }) => ref);
    const failed = { options: ["project" as const], isTogether: false };
    expect(explainNoMatch(refs, { project }, failed, "UTC").endsWith(sentence)).toBe(true);
  });

  it.each([
    ["since" as const, "The last one ended on 2026-02-12 (UTC)."],
    ["until" as const, "The first one began on 2026-01-31 (UTC)."],
  ])("says for --%s in which direction there is more", (option, sentence) => {
    const refs = all.map(({ ref }) => ref);
    const failed = { options: [option], isTogether: false };
    expect(explainNoMatch(refs, {}, failed, "UTC")).toContain(sentence);
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
    ["today", "2026-03-15T00:00:00.000Z"],
    ["Yesterday", "2026-03-14T00:00:00.000Z"],
    ["2026-02", "2026-02-01T00:00:00.000Z"],
    ["2026", "2026-01-01T00:00:00.000Z"],
  ])("is understood from %s", (word, expected) => {
    expect(new Date(moment(word, "first", "UTC", now)).toISOString()).toBe(expected);
  });

  it.each([
    ["2026-01-31", "2026-01-31T23:59:59.999Z"],
    ["yesterday", "2026-03-14T23:59:59.999Z"],
    ["2024-02", "2024-02-29T23:59:59.999Z"],
    ["2026-12", "2026-12-31T23:59:59.999Z"],
    ["2026", "2026-12-31T23:59:59.999Z"],
    ["7d", "2026-03-08T12:00:00.000Z"],
  ])("means the last moment at the end of a span: %s", (word, expected) => {
    expect(new Date(moment(word, "last", "UTC", now)).toISOString()).toBe(expected);
  });

  it.each([
    ["2026-09-22", "Asia/Tokyo", "2026-09-21T15:00:00.000Z", "2026-09-22T14:59:59.999Z"],
    ["2026-10-25", "Europe/Zurich", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    ["2026-03", "America/Los_Angeles", "2026-03-01T08:00:00.000Z", "2026-04-01T06:59:59.999Z"],
    ["2026", "Asia/Kathmandu", "2025-12-31T18:15:00.000Z", "2026-12-31T18:14:59.999Z"],
    ["today", "Pacific/Kiritimati", "2026-03-15T10:00:00.000Z", "2026-03-16T09:59:59.999Z"],
    ["yesterday", "Pacific/Pago_Pago", "2026-03-14T11:00:00.000Z", "2026-03-15T10:59:59.999Z"],
    ["12h", "Asia/Tokyo", "2026-03-15T00:00:00.000Z", "2026-03-15T00:00:00.000Z"],
    ["2026-01-31T14:00Z", "Asia/Tokyo", "2026-01-31T14:00:00.000Z", "2026-01-31T14:00:00.000Z"],
  ])("has the days of a time zone: %s in %s", (word, zone, first, last) => {
    const times = (["first", "last"] as const).map((edge) => moment(word, edge, zone, now));
    expect(times.map((time) => new Date(time).toISOString())).toEqual([first, last]);
  });

  it.each([
    "tomorrow",
    "toString",
    "2026-13",
    "202",
    "2026-02-30",
    "2026-13-01",
    "31.1.2026",
    "2026-01-31T14:00",
    "7",
    "7m",
    "",
  ])("is not understood from '%s'", (word) => {
    expect(() => parseTime(word)).toThrow("is not a time");
  });
});
