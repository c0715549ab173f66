import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, filesIn } from "../binary.js";
import { chatexport } from "../in-process.js";

const people = {
  ada: "ada@engines.dev",
  bob: "bob@engines.dev",
  name: "Ada Lovelace",
  host: "nas3.corp.engines.dev",
  address: "192.168.17.42",
  phone: "+49 30 9018 2015",
};

/** Adds a session with a prompt to a home folder. */
function addSession(home: string, number: number, text: string): void {
  const folder = join(home, ".claude/projects/-home-mira-shop");
  mkdirSync(folder, { recursive: true });
  const sessionId = `${number}0000000-2222-4333-8444-555555555555`;
  const record = {
    type: "user",
    uuid: `u${number}`,
    parentUuid: null,
    sessionId,
    cwd: "/home/mira/shop",
    version: "2.1.0",
    timestamp: `2026-02-0${number}T10:00:00.000Z`,
    message: { role: "user", content: text },
  };
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify(record)}\n`);
}

function textsIn(folder: string): string {
  return filesIn(folder)
    .map((name) => name + readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

test("--redact-personal leaves nobody in any document, name, index or list", async () => {
  const home = emptyFolder();
  addSession(home, 1, `Write to ${people.bob} and ${people.name} <${people.ada}>`);
  addSession(
    home,
    2,
    `${people.ada}: ssh to http://${people.host}/ or ${people.address}, ${people.phone}`,
  );
  const words = ["--to", "markdown", "--to", "html", "--to", "jsonl", "--out", "out"];
  expect(
    await chatexport(home, ...words, "--redact-personal", "--report", "report.json"),
  ).toMatchObject({
    exitCode: 0,
  });
  const { stdout } = await chatexport(home, "list", "--redact-personal", "--json");
  const all = textsIn(join(home, "out")) + readFileSync(join(home, "report.json"), "utf8") + stdout;
  for (const text of [...Object.values(people), "nas3", "mira"]) expect(all).not.toContain(text);
  expect(all).toMatch(/Person \d <person\d@example\.com>/);
});

test("pseudonyms stay the same when an archive is updated", async () => {
  const home = emptyFolder();
  const words = ["--to", "markdown", "--out", "out", "--redact-personal", "--jobs", "2"];
  addSession(home, 1, `first ${people.bob}, then ${people.ada}`);
  await chatexport(home, ...words);
  addSession(home, 2, `again ${people.ada}`);
  await chatexport(home, ...words);
  const all = textsIn(join(home, "out"));
  const [, ada = "nobody"] = /first \S+, then (\S+@example\.com)/.exec(all) ?? [];
  expect(all).toContain(`again ${ada}`);

  const kept = join(home, ".config/chatexport/pseudonyms.json");
  expect(readFileSync(kept, "utf8")).not.toMatch(/ada|bob|engines/);
  if (process.platform !== "win32") expect(statSync(kept).mode & 0o777).toBe(0o600);
});

test("a broken file of pseudonyms is named, and how to go on", async () => {
  const home = emptyFolder();
  addSession(home, 1, people.ada);
  mkdirSync(join(home, ".config/chatexport"), { recursive: true });
  writeFileSync(join(home, ".config/chatexport/pseudonyms.json"), "{");
  const { exitCode, stderr } = await chatexport(home, "--redact-personal");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/pseudonyms\.json.*Delete the file to begin anew\./s);
});

test("own words of the options are masked", async () => {
  const home = emptyFolder();
  addSession(home, 1, "For project Bluebird only");
  const words = ["show", "latest", "--option", "redact.word=bluebird"];
  expect((await chatexport(home, ...words)).stdout).toContain("For project [redacted: word] only");
});
