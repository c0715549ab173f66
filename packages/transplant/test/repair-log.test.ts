import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { undo } from "@chatexport/relocate";
import { describe, expect, onTestFinished, test } from "vitest";
import { applyRepairs, findLogs, ownLogs, planLogRepair } from "../src/index.js";

const id = "0199aaaa-0000-7000-8000-000000000007";
const places = {
  codex: `.codex/sessions/2026/03/02/rollout-2026-03-02T09-00-00-${id}.jsonl`,
  copilot: `.copilot/session-state/${id}/events.jsonl`,
};

const event = (number: number, text: string) =>
  `{"timestamp":"2026-03-02T09:00:0${number}.000Z","type":"event_msg","id":"e${number}","payload":{"text":"${text}"}}`;

function emptyHome() {
  const home = mkdtempSync(join(tmpdir(), "chatexport-logs-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { home, system: { platform: "linux", env: {}, home, root: "/" } };
}

/** A log with each kind of damage that lines can have, and what it becomes. */
const damaged = [
  `\uFEFF${event(0, "The mark")}`,
  `\0\0\0${event(1, "The zeros")}\0`,
  event(2, "The first") + event(3, "The second"),
  event(4, "Between"),
  event(5, "Over two\nlines"),
  event(6, "The whole"),
  event(7, "Cut").slice(0, 60),
  event(7, "Cut"),
  event(8, "Half: \\ud83d."),
  event(9, "Never ended").slice(0, 70),
].join("\n");
const whole = [
  ...[
    "The mark",
    "The zeros",
    "The first",
    "The second",
    "Between",
    "Over two\\nlines",
    "The whole",
  ],
  ...["Cut", "Half: \\ufffd."],
].map((text, number) => event(number, text));

describe.each(Object.entries(places))("a log of %s", (source, place) => {
  test("is repaired line by line, and the repair can be undone", async () => {
    const { home, system } = emptyHome();
    const path = join(home, place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, damaged);
    expect(ownLogs(system)).toEqual([{ source, session: id, path }]);
    const [log] = findLogs(id.slice(0, 8), system);
    const planned = planLogRepair(log ?? { source, session: id, path });
    expect(planned.findings).toEqual([
      { damage: "byte-order-mark", line: 1 },
      { damage: "null-bytes", line: 2 },
      { damage: "joined-records", line: 3 },
      { damage: "split-record", line: 5 },
      { damage: "cut-record", line: 8 },
      { damage: "torn-line", line: 11 },
      { damage: "half-character", line: 10 },
    ]);
    const change = await applyRepairs([planned], { command: "repair", system });
    expect(readFileSync(path, "utf8").trimEnd().split("\n")).toEqual(whole);
    expect(log && planLogRepair(log).findings).toEqual([]);
    await undo({ system, id: change });
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });
});

test("a word that names several sessions is refused, and one that names none finds nothing", () => {
  const { home, system } = emptyHome();
  for (const last of ["1", "2"]) {
    const path = join(home, places.copilot.replace(id, `${id.slice(0, -1)}${last}`));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
  }
  expect(() => findLogs("0199", system)).toThrow("2 sessions match");
  expect(findLogs("0200", system)).toEqual([]);
});
