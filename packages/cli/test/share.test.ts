import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, filesIn } from "./binary.js";
import { chatexport } from "./in-process.js";
import { terminal } from "./terminal.js";

const mail = "ops@northwind.dev";
const host = "build7.corp.northwind.dev";
// Put together here, so that nobody who searches this repository for secrets is alarmed.
const password = ["Xk29", "qpLw81Zr"].join("");
const keys = { enter: "\r", down: "\u001b[B", escape: "\u001b", ctrlC: "\u0003" };

/** A home folder with a session in which a password, a mail address and a host are mentioned. */
function home(): string {
  const folder = emptyFolder();
  const projects = join(folder, ".claude/projects/-home-mira-shop");
  mkdirSync(projects, { recursive: true });
  const sessionId = "10000000-2222-4333-8444-555555555555";
  const record = (uuid: string, parentUuid: string | null, role: string, content: string) =>
    JSON.stringify({
      type: role,
      uuid,
      parentUuid,
      sessionId,
      cwd: "/home/mira/shop",
      version: "2.1.0",
      timestamp: `2026-02-01T10:00:0${uuid.slice(1)}.000Z`,
      message: { role, content, ...(role === "assistant" && { id: uuid, model: "claude-test" }) },
    });
  const lines = [
    record("u1", null, "user", `Deploy with DB_PASSWORD=${password}`),
    record("u2", "u1", "assistant", `I wrote to ${mail} about it.`),
    record("u3", "u2", "user", `The host is ${host}, ask ${mail}`),
  ];
  writeFileSync(join(projects, `${sessionId}.jsonl`), `${lines.join("\n")}\n`);
  return folder;
}

test("a review at the terminal, which the second run remembers", async () => {
  const folder = home();
  const { see, type, ended, lines } = terminal(folder, ["share", "10000000"], {
    columns: 100,
    rows: 40,
  });
  await see(/1\/2 {2}e-mail address in an answer, 2 times/);
  await see(/I wrote to ops@northwind\.dev about it\./);
  type(keys.enter);
  await see(/2\/2 {2}internal host in a message of yours/);
  type(keys.down + keys.down + keys.enter);
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

test("what is stopped writes nothing, and keeps the answers so far", async () => {
  const folder = home();
  const { see, type, ended } = terminal(folder, ["share", "latest"], { columns: 100, rows: 40 });
  await see(/1\/2/);
  type(keys.down + keys.enter);
  await see(/2\/2/);
  type(keys.escape);
  expect(await ended).toBe(130);
  expect(filesIn(folder).filter((file) => file.endsWith(".html"))).toEqual([]);
  const { stderr } = await chatexport(folder, "share", "latest");
  expect(stderr).toContain("error: 1 finding not reviewed");
});

test.each([[[]], [["--yes"]]])("findings that nobody reviewed end with 1: %j", async (words) => {
  const folder = home();
  const { exitCode, stderr } = await chatexport(folder, "share", "10000000", ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    `warning: e-mail address in an answer, 2 times: I wrote to ${mail} about it.`,
  );
  expect(stderr).toContain("error: 2 findings not reviewed");
  expect(filesIn(folder).filter((file) => file.endsWith(".html"))).toEqual([]);
});

test("always is for the whole kind, in other sessions, too", async () => {
  const folder = home();
  const { see, type, ended } = terminal(folder, [
    "share",
    "latest",
    "-o",
    "a.md",
    "--to",
    "markdown",
  ]);
  for (const number of [/1\/2/, /2\/2/]) {
    await see(number);
    type(keys.down.repeat(4) + keys.enter);
  }
  expect(await ended).toBe(0);
  expect(readFileSync(join(folder, "a.md"), "utf8")).toContain(mail);
});

test("an unknown session is named", async () => {
  const { exitCode, stderr } = await chatexport(home(), "share", "99999999");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("99999999");
});

test("one file takes one session", async () => {
  const { exitCode, stderr } = await chatexport(
    home(),
    "share",
    "10000000",
    "latest",
    "-o",
    "a.html",
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--out names one file");
});
