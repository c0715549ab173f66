import width from "fast-string-width";
import { expect, it } from "vitest";
import { homeWith } from "../binary.js";
import { terminal } from "../in-process.js";
import { afterOverview, busyHome, busyOverview, prompt, writeRecords } from "./busy-home.js";

async function screenOf(home: string, columns: number, ...words: string[]): Promise<string[]> {
  const { ended, lines } = terminal(home, ["stats", ...words], { columns, rows: 60 });
  expect(await ended).toBe(0);
  return lines();
}

it("draws bars that fit a wide terminal", async () => {
  const lines = await screenOf(busyHome(), 100);
  expect(afterOverview(lines.join("\n"))).toMatchInlineSnapshot(`
    "Days                prompts  messages  tokens
    2026-02-10                1         2          ████████▉
    2026-02-03                1         2      59  ████████▉
    2026-02-02                2         9     310  ████████████████████████████████████████
    2026-02-01                1         1          ████▌

    Projects           sessions  messages  tokens
    shop                      2        13     310  ████████████████████████████████████████
    blog                      1         2      59  ██████▏

    Models             sessions   answers  tokens
    claude-opus-4-6           2         6     209  ████████████████████████████████████████
    claude-haiku-4-5          1         2     101  █████████████▍
    claude-sonnet-4-6         1         1      59  ██████▋
    (not recorded)            1         1          ██████▋

    Tools                           calls  failed
    execute                             1       1  ████████████████████████████████████████
    read                                1       0  ████████████████████████████████████████
    task                                1       0  ████████████████████████████████████████"
  `);
});

it("draws bars that fit a narrow terminal", async () => {
  const lines = await screenOf(busyHome(), 40);
  const overview = busyOverview.replace(/ {2}(?=known|prices|not|counted)/g, "\n  ");
  expect(afterOverview(lines.join("\n"), overview)).toMatchInlineSnapshot(`
    "Days            messages  tokens
    2026-02-10             2          █▍
    2026-02-03             2      59  █▍
    2026-02-02             9     310  ██████
    2026-02-01             1          ▋

    Projects        messages  tokens
    shop                  13     310  ██████
    blog                   2      59  ▉

    Models           answers  tokens
    claude-…us-4-6         6     209  ██████
    claude-…ku-4-5         2     101  ██
    claude-…et-4-6         1      59  █
    (not recorded)         1          █

    Tools              calls  failed
    execute                1       1  ██████
    read                   1       0  ██████
    task                   1       0  ██████"
  `);
});

it("cuts wide names in their middle", async () => {
  const home = homeWith({ id: "session-a", cwd: `/home/mira/${"ゴミ収集カレンダー".repeat(5)}` });
  for (const columns of [40, 60]) {
    const lines = await screenOf(home, columns);
    expect(lines.filter((line) => width(line) > columns)).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^ゴミ.*…\p{L}+ダー +.*2 .*█+$/u));
  }
});

it("shows weeks of many days, and says how to see all", async () => {
  const home = homeWith();
  const records = Array.from({ length: 30 }, (_, day) =>
    prompt(
      `u${day}`,
      day ? `u${day - 1}` : null,
      new Date(Date.UTC(2026, 1, 2 + day)).toISOString(),
    ),
  );
  writeRecords(home, { id: "session-a", cwd: "/home/mira/shop" }, records);
  const lines = await screenOf(home, 80);
  const start = lines.findIndex((line) => line.startsWith("Weeks from"));
  const weeks = lines.slice(start + 1, lines.indexOf("", start));
  expect(weeks.map((line) => line.split(/ +/).slice(0, 2))).toEqual([
    ["2026-03-02", "2"],
    ["2026-02-23", "7"],
    ["2026-02-16", "7"],
    ["2026-02-09", "7"],
    ["2026-02-02", "7"],
  ]);
  expect(lines.at(-1)).toBe("--json has each day, --since 14d shows the last ones.");
});

it("shows the largest projects only", async () => {
  const home = homeWith();
  for (let index = 10; index < 25; index++)
    writeRecords(home, { id: `session-${index}`, cwd: `/home/mira/project-${index}` }, [
      prompt("u1", null, "2026-02-02T10:00:00.000Z"),
    ]);
  const lines = await screenOf(home, 80);
  expect(lines.filter((line) => line.startsWith("project-"))).toHaveLength(10);
  expect(lines).toContain("… and 5 more");
  expect(lines.at(-1)).toBe("--json has all of them.");
});

it("has no colours with --no-color", async () => {
  const { ended, written } = terminal(busyHome(), ["stats", "--no-color"], { columns: 60 });
  await ended;
  expect(written()).not.toContain("\u001b[1m");
});
