import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListedSession, SessionRef, Source } from "@chatexport/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handedOut } from "../src/host/run.js";
import { type Advance, barLine, plainLine, startProgress } from "../src/terminal/progress.js";
import { homeWith } from "./binary.js";
import { terminal } from "./terminal.js";

const half: Advance = { done: 120, all: 300, share: 0.4, bytes: 350e6, project: "shop" };

describe("a line of progress", () => {
  it("tells how many, which share, how fast and for how long", () => {
    expect(plainLine(half, 10)).toBe("120 of 300 sessions, 40 %, 35 MB/s, 15 s left");
  });

  it("guesses no remaining time in the first two seconds, and no rate from nothing", () => {
    expect(plainLine(half, 1.9)).toBe("120 of 300 sessions, 40 %, 184 MB/s");
    expect(plainLine({ done: 0, all: 1, share: 0 }, 5)).toBe("0 of 1 session, 0 %");
  });

  it("counts sessions where bytes are not known", () => {
    const { bytes: _, ...unknown } = half;
    expect(plainLine(unknown, 10)).toContain(", 12 sessions/s, ");
    expect(plainLine({ ...unknown, done: 3 }, 10)).toContain(", 0.3 sessions/s, ");
  });

  it.each([
    [60, "90 s left"],
    [1000, "25 min left"],
    [10_000, "4 h 10 min left"],
  ])("says after %i seconds that there are %s", (seconds, rest) => {
    expect(plainLine(half, seconds)).toContain(rest);
  });

  it("never says that all is done before it is", () => {
    expect(plainLine({ ...half, share: 0.9999 }, 10)).toContain(" 99 %");
  });

  it.each([
    [100, "████████░░░░░░░░░░░░  40 %  120 of 300 sessions  35 MB/s  15 s left  shop"],
    [74, "████████░░░░░░░░░░░░  40 %  120 of 300 sessions  35 MB/s  15 s left"],
    [60, "████████░░░░░░░░░░░░  40 %  120 of 300 sessions  15 s left"],
    [50, "████░░░░░░  40 %  120 of 300 sessions  15 s left"],
    [39, "████░░░░░░  40 %  120/300  15 s left"],
    [30, "40 %  120/300  15 s left"],
    [20, "40 %  shop"],
  ])("has in %i columns what matters most", (columns, line) => {
    expect(barLine(half, 10, columns)).toBe(line);
  });

  it("cuts a long name of a project, also one with wide characters", () => {
    const line = barLine({ ...half, project: "ゴミ収集カレンダー" }, 10, 79);
    expect(line).toMatch(/left {2}ゴミ収集…$/);
  });
});

describe("watched sessions", () => {
  const source: Source = {
    name: "invented",
    apiVersion: 1,
    stores: async () => [],
    async *list() {},
    load: () => Promise.reject(new Error("never")),
  };
  const listed = (...sizes: (number | undefined)[]): ListedSession[] =>
    sizes.map((bytes, index) => {
      const ref: SessionRef = { id: String(index), source: "invented", revision: "", locator: "" };
      return { source, ref: bytes === undefined ? ref : { ...ref, bytes } };
    });
  const advances = (sessions: ListedSession[], taken = sessions.length) => {
    const told: (string | Advance)[] = [];
    const end = vi.fn();
    const progress = { update: (state: string | Advance) => told.push(state), clear() {}, end };
    let count = 0;
    for (const _ of handedOut(sessions, ["shop", "blog", "shop"], progress))
      if (++count === taken) break;
    expect(end).toHaveBeenCalledOnce();
    return told;
  };

  it("weigh what they are large", () => {
    expect(advances(listed(100, 300, 600))).toEqual([
      { done: 0, all: 3, share: 0, bytes: 0, project: "shop" },
      { done: 1, all: 3, share: 0.1, bytes: 100, project: "blog" },
      { done: 2, all: 3, share: 0.4, bytes: 400, project: "shop" },
    ]);
  });

  it("weigh the mean when their size is unknown, and then no bytes are told", () => {
    expect(advances(listed(100, undefined, 200))).toMatchObject([
      { share: 0 },
      { share: 100 / 450 },
      { share: 250 / 450 },
    ]);
    expect(advances(listed(100, undefined, 200))[2]).not.toHaveProperty("bytes");
    expect(advances(listed(undefined, undefined))).toMatchObject([{ share: 0 }, { share: 0.5 }]);
    expect(advances(listed(0, 0))).toMatchObject([{ share: 0 }, { share: 0.5 }]);
  });

  it("end their progress also when nobody wants more of them", () => {
    expect(advances(listed(1, 2, 3), 1)).toHaveLength(1);
  });
});

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  function open(isTTY: boolean, isVisible = true) {
    const texts: string[] = [];
    const stderr = { isTTY, columns: 60, write: (text: string) => texts.push(text) };
    const stop = new AbortController();
    const place = { stderr: stderr as unknown as NodeJS.WriteStream, isVisible };
    const progress = startProgress({ ...place, signal: stop.signal });
    return { texts, stop, progress };
  }
  const clearLine = "\r\u001b[2K";

  it("is drawn on a terminal after a second, and leaves nothing behind", () => {
    vi.stubEnv("TERM", "xterm");
    const { texts, progress } = open(true);
    progress.update("Looking for sessions …");
    vi.advanceTimersByTime(999);
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(1000);
    progress.end();
    vi.advanceTimersByTime(1000);
    expect(texts).toEqual([`${clearLine}Looking for sessions …`, clearLine]);
  });

  it("makes way for other text and comes back", () => {
    vi.stubEnv("TERM", "xterm");
    const { texts, progress } = open(true);
    progress.update(half);
    vi.advanceTimersByTime(1000);
    progress.clear();
    progress.clear();
    vi.advanceTimersByTime(200);
    progress.end();
    expect(texts).toEqual([
      `${clearLine}████████░░░░░░░░░░░░  40 %  120 of 300 sessions  350 MB/s`,
      clearLine,
      `${clearLine}████████░░░░░░░░░░░░  40 %  120 of 300 sessions  292 MB/s`,
      clearLine,
    ]);
  });

  it("says that it stops, and how to end at once", () => {
    vi.stubEnv("TERM", "xterm");
    const { texts, stop, progress } = open(true);
    progress.update(half);
    vi.advanceTimersByTime(1000);
    stop.abort();
    vi.advanceTimersByTime(200);
    progress.end();
    expect(texts[1]).toBe(`${clearLine}Stopping … Ctrl-C again ends at once.`);
  });

  it("is a line every ten seconds on a terminal that cannot go back", () => {
    vi.stubEnv("TERM", "dumb");
    const { texts, progress } = open(true);
    progress.update(half);
    vi.advanceTimersByTime(20_000);
    progress.end();
    expect(texts).toEqual([
      "120 of 300 sessions, 40 %, 35 MB/s, 15 s left\n",
      "120 of 300 sessions, 40 %, 18 MB/s, 30 s left\n",
    ]);
  });

  it.each([
    ["where nobody wants it", true, false],
    ["in a file or a pipe", false, true],
  ])("is nothing %s", (_, isTTY, isVisible) => {
    vi.stubEnv("TERM", "xterm");
    const { texts, progress } = open(isTTY, isVisible);
    progress.update(half);
    vi.advanceTimersByTime(20_000);
    progress.end();
    expect(texts).toEqual([]);
  });
});

describe("an export whose reader is slow", () => {
  // The pipe is full until the bar was seen.
  const slowly = "| (while [ ! -e seen ]; do sleep 0.1; done; cat >/dev/null)";

  it("shows a bar that fits the terminal, and clears it away, but none with --quiet", async () => {
    const home = homeWith(
      ...Array.from({ length: 40 }, (_, index) => ({
        id: `session-${index}`,
        cwd: "/home/mira/shop",
        lines: [JSON.stringify({ type: "invented", content: "x".repeat(50_000) })],
      })),
    );
    const started = (words: string) =>
      terminal(home, [], { command: `$CHATEXPORT ${words} ${slowly}`, columns: 60 });
    // It has as much time for a bar as the other one takes, unless the machine keeps it from starting.
    const quiet = started("--quiet --out - --to jsonl");
    const { see, lines, ended, written } = started("--out - --to jsonl");
    await see(/^[█░]{20} +\d+ % {2}\d+ of 40 sessions/m);
    writeFileSync(join(home, "seen"), "");
    expect(await ended).toBe(0);
    expect(lines().join("\n")).not.toMatch(/[█░]/);
    expect(lines()[0]).toBe("Exported 40 sessions to standard output.");
    expect(written()).toContain("\u001b[2K");
    expect(await quiet.ended).toBe(0);
    expect(quiet.written()).toBe("");
  });
});
