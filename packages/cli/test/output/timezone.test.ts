import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseTimezone } from "../../src/terminal/time-zone.js";
import { documentsIn, homeWith } from "../binary.js";
import { chatexport, terminal } from "../in-process.js";

const session = { id: "session-a", startedAt: "2026-07-31T22:59:30.000Z" };

it.each([
  [[], "2026-08-01 00:59 – 01:00 UTC+02:00"],
  [["--to", "markdown"], "## 1 · You · 2026-08-01 00:59 UTC+02:00"],
  [["--to", "html"], '<time datetime="2026-07-31T22:59:30.000Z">2026-08-01 00:59 UTC+02:00</time>'],
])("show %j says times in a time zone", async (words, expected) => {
  const home = homeWith(session);
  const zone = ["--timezone", "Europe/Zurich"];
  const { stdout } = await chatexport(home, "show", "latest", ...words, ...zone);
  expect(stdout).toContain(expected);
  const plain = await chatexport(home, "show", "latest", ...words);
  expect(plain.stdout).not.toContain("UTC+");
});

it("documents and indexes are in the time zone of a file of options, and rendered anew in another", async () => {
  const home = homeWith(session);
  const options = (timezone: string) =>
    writeFileSync(join(home, "chatexport.config.json"), JSON.stringify({ timezone }));
  options("Asia/Tokyo");
  const words = ["export", "--to", "markdown,html"];
  await chatexport(home, ...words);
  const read = (name: string) => readFileSync(join(home, "chat-export", name), "utf8");
  expect(read("index.html")).toContain(
    '<time datetime="2026-08-01">2026-08-01</time> in Asia/Tokyo',
  );
  expect(read("index.md")).toContain("2026-08-01 · ");
  const [name = ""] = documentsIn(join(home, "chat-export")).filter((path) =>
    path.endsWith("a.md"),
  );
  expect(read(name)).toContain("\nstarted: 2026-07-31T22:59:30\n");
  expect(read(name)).toContain("2026-08-01 07:59 UTC+09:00");
  options("UTC");
  const { stdout } = await chatexport(home, ...words, "--dry-run");
  expect(stdout).toContain("other options or another version");
});

it("what is no time zone is refused with the nearest one", async () => {
  const refused = (word: string) => chatexport(homeWith(), "show", "latest", "--timezone", word);
  expect(await refused("zurich")).toEqual({
    stdout: "",
    stderr:
      "error: 'zurich' is not a time zone; write UTC, local, or a name such as Europe/Zurich. Did you mean Europe/Zurich?\n",
    exitCode: 2,
  });
  expect((await refused("Nowhere/Land")).exitCode).toBe(2);
});

it("the time zone of this machine has a name, which an archive remembers", () => {
  expect(parseTimezone("local")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(parseTimezone("europe/zurich")).toBe("Europe/Zurich");
});

it("says that a time zone has no effect on what is always in UTC", async () => {
  const { stderr } = await chatexport(
    homeWith(session),
    "show",
    "latest",
    "--json",
    "--timezone",
    "UTC",
  );
  expect(stderr).toBe("warning: --timezone has no effect: --json is always in UTC.\n");
});

/** It was written in the evening of the 21st in UTC, early on the 22nd in Tokyo, in the afternoon of the 21st in California. */
const late = { id: "late", title: "Late", startedAt: "2026-09-21T23:30:00.000Z" };
const words = ["--since", "2026-09-22", "--until", "2026-09-22"];
const [tokyo, california] = ["Asia/Tokyo", "America/Los_Angeles"];

it.each(["list", "search", "stats", "show"])(
  "the days of %s are those of a time zone",
  async (command) => {
    const home = homeWith(late);
    const taken = { search: ["/./"], show: ["latest"] }[command] ?? [];
    const of = async (timezone: string) => {
      const run = await chatexport(home, command, ...taken, ...words, "--timezone", timezone);
      return run.stdout !== "" && !run.stderr.includes("does not match");
    };
    expect(await of("UTC")).toBe(false);
    expect(await of(tokyo)).toBe(true);
    expect(await of(california)).toBe(false);
  },
);

it("a terminal shows the days of this machine's zone, or of the one that is named", async () => {
  const home = homeWith(late);
  const shown = async (TZ: string, ...words: string[]) => {
    const { ended, lines } = terminal(home, words, { env: { TZ } });
    expect(await ended).toBe(0);
    return lines().join("\n").replace(/\n\(/, " (");
  };
  expect(await shown(tokyo, "list", ...words)).toMatch(/^DATE +ID .*\n2026-09-22 /);
  expect(await shown(tokyo, "list", "--timezone", "UTC")).toMatch(/^DATE \(UTC\) .*\n2026-09-21 /);
  expect(await shown("UTC", "list", "--timezone", california)).toMatch(/^DATE .*\n2026-09-21 /);
  expect(await shown("", "list")).toMatch(/^DATE \(UTC\) .*\n2026-09-21 /);
  expect(await shown(tokyo, "list", "--until", "2026-09-21")).toContain(
    "The first one began on 2026-09-22 (Asia/Tokyo).",
  );
  const found = await shown(tokyo, "search", "/./");
  expect(found).toMatch(/^2026-09-22 (?:.*\n)+ +08:30 /);
  expect(found).toContain("(times in Asia/Tokyo)");
  expect(await shown(tokyo, "show", "latest")).toContain("2026-09-22 08:30 – 08:31 UTC+09:00");
  expect(await shown(tokyo, "show", "latest", "--to", "markdown")).toContain(
    "2026-09-21 23:30 UTC",
  );
  expect(await shown(tokyo, "stats")).toContain("2026-09-22 (Asia/Tokyo)");
});

it("lines for programs are in UTC, unless a zone is named", async () => {
  const home = homeWith(late);
  expect((await chatexport(home, "list")).stdout).toMatch(/^2026-09-21T23:31:00.000Z\t/);
  const { stdout } = await chatexport(home, "list", "--timezone", tokyo);
  expect(stdout).toMatch(/^2026-09-22T08:31:00\+09:00\t/);
});

it("statistics have the days of a zone, and name it", async () => {
  const home = homeWith(late);
  const { stdout } = await chatexport(home, "stats", "--json", "--timezone", tokyo);
  const { timezone, days, firstAt } = JSON.parse(stdout);
  expect({ timezone, firstAt }).toEqual({ timezone: tokyo, firstAt: late.startedAt });
  expect(days).toMatchObject([{ day: "2026-09-22" }]);
  const page = await chatexport(home, "stats", "--to", "html");
  expect(page.stdout).toContain("2026-09-21 in UTC");
  const local = await chatexport(home, "stats", "--to", "html", "--timezone", tokyo);
  expect(local.stdout).toContain("2026-09-22 in Asia/Tokyo");
});

it("a file of options names the zone of --since, too", async () => {
  const home = homeWith(late);
  writeFileSync(
    join(home, "chatexport.config.json"),
    JSON.stringify({ timezone: tokyo, since: "2026-09-22" }),
  );
  expect((await chatexport(home, "list")).stdout).toContain("Late");
  expect((await chatexport(home, "list", "--timezone", "UTC")).stdout).toBe("");
});
