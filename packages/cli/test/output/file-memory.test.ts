import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "../binary.js";
import { chatexport } from "../in-process.js";
import { type ConversationOptions, conversation, defaultId } from "./conversation.js";

const title = "Fire the kiln";

/** A home with an index, and a transcript in it. */
async function searchedHome(options: ConversationOptions = { title }) {
  const home = conversation((it) => it.user("a kiln"), options);
  const path = join(home, ".claude/projects/-home-mira-shop", `${defaultId}.jsonl`);
  const titles = async (...words: string[]) => {
    const { stdout } = await chatexport(home, "list", "--json", ...words);
    return JSON.parse(stdout).map((session: { title?: string }) => session.title);
  };
  await chatexport(home, "search", "kiln");
  await titles();
  return { home, path, titles };
}

/** The files kept beside the index. */
function kept(home: string): string[] {
  const files = filesIn(home).filter((path) => path.endsWith("files.json"));
  return files.map((path) => join(home, path));
}

/** Gives the session another title in what is kept. */
function retitle(home: string): void {
  for (const path of kept(home))
    writeFileSync(path, readFileSync(path, "utf8").replace("Fire", "Cool"));
}

it("reads again only transcripts that have changed, once there is an index", async () => {
  const { home, path, titles } = await searchedHome();
  expect(kept(home)).toHaveLength(1);
  retitle(home);
  expect(await titles()).toEqual(["Cool the kiln"]);
  expect(await titles("--no-redact")).toEqual([title]);
  // As a move rewrites it, with another text of the same length.
  const { atime, mtime } = statSync(path);
  writeFileSync(path, readFileSync(path, "utf8").replace("Fire", "Heat"));
  utimesSync(path, atime, mtime);
  expect(await titles()).toEqual(["Heat the kiln"]);
});

it("keeps nothing before a search", async () => {
  const home = conversation((it) => it.user("a kiln"), { title });
  await chatexport(home, "list");
  expect(kept(home)).toEqual([]);
});

it("keeps no secret, and finds it masked again", async () => {
  const password = ["Xk29", "qpLw81Zr"].join("");
  const { home, titles } = await searchedHome({ title: `Use DB_PASSWORD=${password}` });
  const [path = ""] = kept(home);
  expect(readFileSync(path, "utf8")).not.toContain(password);
  expect(await titles()).toEqual(["Use DB_PASSWORD=[redacted: password]"]);
});

it("forgets what it kept under other rules, and what is damaged", async () => {
  const { home, titles } = await searchedHome();
  const [file = ""] = kept(home);
  retitle(home);
  expect(await titles("--option", "redact.word=Fire")).toEqual(["[redacted: word] the kiln"]);
  expect(readFileSync(file, "utf8")).not.toContain("Cool");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, 40));
  expect(await titles()).toEqual([title]);
});

it("forgets files that are gone", async () => {
  const { home, path, titles } = await searchedHome();
  rmSync(path);
  await titles("--from", "codex");
  const [file = ""] = kept(home);
  expect(readFileSync(file, "utf8")).toContain(title);
  await titles();
  expect(readFileSync(file, "utf8")).not.toContain(title);
});

it("remembers the files of other sources and homes", async () => {
  const { home, titles } = await searchedHome();
  retitle(home);
  await titles("--from", "codex");
  await titles("--home", join(home, ".claude"));
  expect(await titles()).toEqual(["Cool the kiln"]);
});
