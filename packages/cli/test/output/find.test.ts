import width from "fast-string-width";
import { expect, it } from "vitest";
import { chatexport, terminal } from "../in-process.js";
import { conversation } from "./conversation.js";

const keys = { up: "\u001b[A", down: "\u001b[B", escape: "\u001b", copy: "\u0019" };
const other = "bbbbbbbb-0000-4000-8000-0000000000b2";

/** Two sessions about kilns, the second one newer. */
function kilns(): string {
  const home = conversation((it) => it.user("before\nthe cold kiln\nafter").assistant("kiln 2"), {
    title: "About clay",
  });
  return conversation((it) => it.user("kiln shelves"), {
    home,
    id: other,
    title: "Shelves",
    startedAt: "2026-02-10T10:00:00.000Z",
  });
}

/** The lines on the screen now; those before are not looked at. */
function seenIn({ lines }: { lines(): string[] }): string {
  return lines().join("\n");
}

it("shows the sessions that have what is typed, with the lines around each hit, and reads one", async () => {
  const found = terminal(kilns(), ["find"], { columns: 80 });
  await found.see(/^Find:\n2 sessions\n❯ 2026-02-10 {2}bbbbbbbb {2}shop {2}Shelves\n/m);
  found.type("kiln");
  await found.see(/^Find: kiln\n3 hits in 2 of 2 sessions$/m);
  await found.see(/^❯ \S+ {2}bbbbbbbb .*\n {4}10:00 {2}user +kiln shelves\n {2}\S+ {2}aaaaaaaa/m);
  found.type(" cold");
  await found.see(/^1 hit in 1 of 2 sessions$/m);
  await found.see(/^─+\n +before\n {2}10:00 {2}user {2}the cold kiln\n +after$/m);
  found.type("\r");
  expect(await found.ended).toBe(0);
  // The screen is as it was, with the session below.
  expect(seenIn(found)).toMatch(/^About clay$/m);
  expect(seenIn(found)).not.toContain("Find:");
});

it("puts the titles of several projects below each other, in as many rows as there are", async () => {
  let home: string | undefined;
  for (const [index, cwd] of ["/home/mira/shop", "/home/mira/potteries"].entries())
    for (const day of ["01", "02", "03", "04", "05"])
      home = conversation((it) => it.user("clay"), {
        ...(home !== undefined && { home }),
        id: `${index}${day}00000-0000-4000-8000-0000000000b2`,
        title: `Pot ${day}`,
        cwd,
        startedAt: `2026-02-${day}T10:00:00.000Z`,
      });
  const found = terminal(home ?? "", ["find"], { columns: 80, rows: 16 });
  await found.see(
    /^10 sessions\n(?:[❯ ] \S{10} {2}\S{8} {2}(?:shop {5}|potteries) {2}Pot \d\d\n){10}/m,
  );
  found.type(keys.escape);
  await found.ended;
});

it("takes alternatives and expressions, and says what is wrong with one", async () => {
  const found = terminal(kilns(), ["search"], { columns: 80 });
  await found.see(/^Find:/m);
  // Enter means what is seen, which is not there yet.
  found.type("shelves OR cold\r");
  await found.see(/^3 hits in 2 of 2 sessions$/m);
  // What is typed with Ctrl-U and Ctrl-W is gone.
  found.type("\u0015/co.d/");
  await found.see(/^Find: \/co\.d\/\n1 hit in 1 of 2 sessions$/m);
  found.type("\u0015cold \u0017/(/");
  await found.see(/^What you typed: \/\(\/ is not a regular expression/m);
  found.type("\u0003");
  expect(await found.ended).toBe(130);
});

it("copies the id of the session that is chosen", async () => {
  const found = terminal(kilns(), ["find", "kiln"], { columns: 80 });
  await found.see(/^3 hits/m);
  found.type(keys.down);
  await found.see(/^❯ \S+ {2}aaaaaaaa/m);
  found.type(keys.up + keys.copy);
  await found.see(/^Copied, if this terminal can: bbbbbbbb-/m);
  expect(found.written()).toContain(`\u001b]52;c;${Buffer.from(other).toString("base64")}\u0007`);
  found.type(keys.escape);
  expect(await found.ended).toBe(0);
});

it.each([40, 80, 120])(
  "keeps transcripts from controlling a terminal of %i columns",
  async (columns) => {
    const hostile = "\u001b]0;no\u0007 \u001b[2J kiln \u202e and\ttabs";
    const home = conversation((it) => it.user(`${"日本語の".repeat(40)}\n${hostile}\n${hostile}`), {
      title: `${hostile} ${"題名".repeat(40)}`,
      cwd: `/home/mira/${"projekt".repeat(12)}`,
    });
    const found = terminal(home, ["find", "kiln"], { columns });
    await found.see(/^─+\n/m);
    for (const line of found.lines()) expect(width(line)).toBeLessThanOrEqual(columns);
    for (const control of ["\u202e", "\u001b]0;no"]) expect(found.written()).not.toContain(control);
    found.type(keys.escape);
    await found.ended;
  },
);

it("says what to use without a terminal, and without an index", async () => {
  const home = kilns();
  const { stderr, exitCode } = await chatexport(home, "find", "kiln");
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: find needs a terminal .*chatexport search 'rate limit'/);
  const plain = await chatexport(home, "search");
  expect(plain).toMatchObject({ exitCode: 2, stdout: "" });
  const unmasked = terminal(home, ["find", "--no-redact"], { columns: 80 });
  expect(await unmasked.ended).toBe(2);
  expect(seenIn(unmasked).replaceAll("\n", " ")).toContain("chatexport search 'rate limit'");
});
