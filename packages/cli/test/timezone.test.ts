import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseTimezone } from "../src/options/parse-words.js";
import { documentsIn, homeWith } from "./binary.js";
import { chatexport } from "./in-process.js";

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
