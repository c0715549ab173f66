import { readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, homeWith } from "../binary.js";
import { chatexport, terminal } from "../in-process.js";
import { terminal as startedTerminal } from "../terminal.js";
import { host, mail, password, privateHome } from "./private-home.js";

const keys = { enter: "\r", down: "\u001b[B", escape: "\u001b", backspace: "\u007f" };

test("a review at the terminal, which the second run remembers", async () => {
  const folder = privateHome();
  const { see, type, ended, lines } = terminal(folder, ["share", "10000000"], {
    columns: 100,
    rows: 40,
  });
  await see(/1 of 2 {2}e-mail address in an answer \(message 2\), 2 times/);
  await see(/^I wrote to ops@northwind\.dev about it\./m);
  await see(/The page will say: I wrote to \[redacted: e-mail-address\] about it\./);
  type(keys.down);
  await see(/The page will say: I wrote to ops@northwind\.dev about it\./);
  type(keys.down);
  await see(/The page will say: This message was left out before sharing\./);
  type(keys.down + keys.down + keys.down + keys.enter);
  await see(/2 of 2 {2}internal host in a message of yours \(message 3\)/);
  await see(/will say: The host is \[redacted: host\], ask \[redacted: e-mail-address\]/);
  type(keys.down + keys.down + keys.enter);
  await see(/2 of 2 {2}All is decided\./);
  type(keys.enter);
  expect(await ended).toBe(0);
  expect(lines().join(" ")).toMatch(/Masked secrets: 1 × password\..*gh gist create/s);
  const [name = ""] = filesIn(folder).filter((file) => file.endsWith(".html"));
  const page = readFileSync(join(folder, name), "utf8");
  for (const text of [mail, host, password, "/home/mira"]) expect(page).not.toContain(text);
  expect(page).toContain("This message was left out before sharing.");

  const kept = join(folder, ".config/chatexport/share-decisions.json");
  expect(readFileSync(kept, "utf8")).not.toMatch(/northwind/);
  if (process.platform !== "win32") expect(statSync(kept).mode & 0o777).toBe(0o600);

  const words = ["share", "10000000", "--to", "jsonl", "-o", "talk.jsonl", "--yes"];
  expect(await chatexport(folder, ...words)).toMatchObject({ exitCode: 0 });
  const talk = readFileSync(join(folder, "talk.jsonl"), "utf8");
  for (const text of [mail, host, password]) expect(talk).not.toContain(text);
});

test("a file that cannot be read elsewhere is no obstacle", async () => {
  const folder = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "Tea" });
  symlinkSync("gone.jsonl", join(folder, ".claude/projects/-home-mira-shop/lost.jsonl"));
  const { exitCode, stderr } = await chatexport(folder, "share", "latest", "-o", "tea.html");
  expect(stderr).toMatch(
    /error: .* \[unreadable-file\]\n.*lost\.jsonl\n(?:.*\n)*Wrote tea\.html\./,
  );
  expect(exitCode).toBe(1);
});

test("what is stopped writes nothing, and keeps the answers so far", async () => {
  const folder = privateHome();
  const { see, type, ended } = terminal(folder, ["share", "latest"], { columns: 100, rows: 40 });
  await see(/1 of 2/);
  type(keys.down + keys.enter);
  await see(/2 of 2/);
  type(keys.escape);
  expect(await ended).toBe(130);
  expect(filesIn(folder).filter((file) => file.endsWith(".html"))).toEqual([]);
  const { stderr } = await chatexport(folder, "share", "latest");
  expect(stderr).toContain("error: 1 finding not reviewed");
});

test.each([["u"], [keys.backspace]])("%j undoes one decision after the other", async (undo) => {
  const folder = privateHome();
  const { see, type, ended } = terminal(folder, [
    "share",
    "latest",
    "-o",
    "a.md",
    "-t",
    "markdown",
  ]);
  await see(/1 of 2.*○ Always keep e-mail addresses\n+Enter decides, Esc stops$/s);
  type(undo + keys.down.repeat(4) + keys.enter);
  await see(/2 of 2.*Enter decides, u undoes, Esc stops$/s);
  type(keys.down + keys.enter);
  await see(/All is decided/);
  type(undo);
  await see(/2 of 2 {2}internal host/);
  type(undo);
  await see(/1 of 2.*● Mask it/s);
  type(keys.enter);
  await see(/2 of 2 {2}internal host/);
  type(keys.escape);
  expect(await ended).toBe(130);
  const { stderr } = await chatexport(folder, "share", "latest");
  expect(stderr).toContain("warning: internal host in a message");
  expect(stderr).toContain("error: 1 finding not reviewed");
});

test("a small terminal without colours, which is as it was after Ctrl-C", async () => {
  const { see, type, ended, lines, written } = startedTerminal(privateHome(), ["share", "latest"], {
    columns: 40,
    rows: 12,
    env: { NO_COLOR: "1" },
  });
  await see(/Esc stops$/);
  expect(lines()).toEqual([
    "1 of 2  e-mail address in an answer",
    "(message 2), 2 times",
    "I wrote to »ops@northwind.dev« about it.",
    "The page will say: I wrote to [redacted:",
    "e-mail-address] about it.",
    "● Mask it",
    "○ Keep it",
    "○ Drop the message",
    "○ Always mask e-mail addresses",
    "○ Always keep e-mail addresses",
    "Enter decides, Esc stops",
  ]);
  type("\u0003");
  expect(await ended).toBe(130);
  expect(lines().join(" ")).toMatch(/^Masked secrets.*Nothing was written/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours are written.
  expect(written()).not.toMatch(/\u001b\[\d*m/);
});

test.each([[[]], [["--yes"]]])("findings that nobody reviewed end with 1: %j", async (words) => {
  const folder = privateHome();
  const { exitCode, stderr } = await chatexport(folder, "share", "10000000", ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    `warning: e-mail address in an answer (message 2), 2 times: I wrote to ${mail} about it.`,
  );
  expect(stderr).toContain("error: 2 findings not reviewed");
  expect(filesIn(folder).filter((file) => file.endsWith(".html"))).toEqual([]);
});

test("always is for the whole kind, in other sessions, too", async () => {
  const folder = privateHome();
  const { see, type, ended } = terminal(folder, [
    "share",
    "latest",
    "-o",
    "a.md",
    "--to",
    "markdown",
  ]);
  for (const number of [/1 of 2/, /2 of 2/]) {
    await see(number);
    type(keys.down.repeat(4) + keys.enter);
  }
  await see(/All is decided/);
  type(keys.enter);
  expect(await ended).toBe(0);
  expect(readFileSync(join(folder, "a.md"), "utf8")).toContain(mail);
});

test("an unknown session is named", async () => {
  const { exitCode, stderr } = await chatexport(privateHome(), "share", "99999999");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("99999999");
});

test("one file takes one session", async () => {
  const { exitCode, stderr } = await chatexport(
    privateHome(),
    "share",
    "10000000",
    "latest",
    "-o",
    "a.html",
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--out names one file");
});
