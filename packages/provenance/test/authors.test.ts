import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  addedLines,
  authorsOf,
  authorsOfLine,
  blame,
  commitsOf,
  GitError,
  openRepository,
  readCommit,
  signedCommit,
  workOf,
} from "../src/index.js";
import { edit, prompt, run, scriptedRepository, session } from "./scripted.js";

const { root, git, write, commit } = scriptedRepository();
const file = (path: string) => join(root, path);

const roof = ["export function roofOf(house) {", "  return house.beams.map(tileOf);", "}"];
const door = ["export function doorOf(house) {", "  return hang(house.doorFrame, 'left');", "}"];
const tower = ["export const towerHeight = 12 * metresPerFloor;", "export const towerBells = 3;"];
const gate = ["export const gateWidth = wagonWidth + 2 * elbowRoom;", "export const gateKeys = 4;"];
const rope = "export const bellRope = ropeFrom(towerHeight);";
const well = ["export const wellDepth = groundWater + bucketHeight;"];

/** Each commit of the script, as the tests call it. */
const made = new Map<string, string>();
const hashOf = (name: string) => made.get(name) ?? "";
made.set("first", commit("Begin", 0));
write("src/roof.js", roof);
made.set("own", commit("Mend the roof", 6));
write("src/door.js", door);
made.set("person", commit("Hang the door", 12));
write("src/roof.js", ["// Written by hand, after a long talk.", "", ...roof]);
made.set("byHand", commit("Explain the roof", 20));
write("src/door.js", [door[1] ?? "", door[0] ?? "", door[2] ?? ""]);
made.set("moved", commit("Move a line of the door", 21));
write("src/tower.js", tower);
made.set("beforeAmend", commit("Raise the tower", 26));
made.set(
  "amended",
  commit("Raise the tower", 40, { written: 26 }, "--amend", "--date", "2026-03-01T10:26:00Z"),
);
write("src/gate.js", gate);
write("src/well.js", well);
made.set("squash", commit("Gate and well", 50));
write("src/bells.js", tower);
made.set("bot", commit("Update bells", 51, { author: "builder[bot]" }));
git(["revert", "--no-edit", "HEAD~1"], 51);
git(["revert", "--no-edit", "HEAD"], 51);
made.set("revert", git(["rev-parse", "HEAD"]));
git(["checkout", "--quiet", "-b", "side", "HEAD~1"]);
write("src/moat.js", ["export const moatDepth = 3;"]);
made.set("side", commit("Dig a moat\n\nClaude-Session: https://claude.ai/code/session_01Moat", 52));
git(["checkout", "--quiet", "main"]);
git(["merge", "--quiet", "--no-ff", "-m", "Merge side", "side"], 53);
made.set("merge", git(["rev-parse", "HEAD"]));
write("src/yard.js", ["export const yardStones = cartLoads * stonesPerCart;", "by hand"]);
made.set("noted", commit("Pave the yard", 60));
const key = createHash("sha256").update("claude:noted").digest("hex").slice(0, 14);
const metadata = { schema_version: "authorship/3.0.0", prompts: {}, sessions: {} };
const note = `src/yard.js\n  s_${key}::t_00000000000001 1\n  h_31dce776f88375 2\n---\n`;
git(["notes", "--ref=ai", "add", "-m", note + JSON.stringify(metadata), "HEAD"], 60);

const works = [
  session(
    "roof",
    root,
    prompt(1, "Mend the roof."),
    edit(2, file("src/roof.js"), roof),
    prompt(5, "Commit it."),
    run(6, "git commit -m 'Mend the roof'", `[main ${hashOf("own").slice(0, 7)}] Mend the roof`),
  ),
  session("door", root, prompt(9, "Hang the door."), edit(10, file("src/door.js"), door)),
  session(
    "tower",
    root,
    prompt(24, "Raise the tower."),
    run(25, `cat > src/tower.js <<'EOF'\n${tower.join("\n")}\nEOF`),
    run(26, "git commit -qam 'Raise the tower'"),
    // Later than the line that a person wrote.
    edit(98, file("src/roof.js"), ["// Written by hand, after a long talk."]),
    edit(99, file("src/bells.js"), [rope]),
  ),
  session("gate", root, prompt(44, "A gate."), edit(45, file("src/gate.js"), gate)),
  session("well", `${root}/.worktrees/w`, edit(46, "/gone/worktrees/w/src/well.js", well)),
  session("session_01Moat", root, prompt(51, "Dig.")),
  session("noted", root, prompt(58, "Pave the yard.")),
  // The same words in another file.
  session("stranger", root, edit(1, file("src/shed.js"), [...roof, ...door, ...tower, ...gate])),
].map(workOf);

const repository = await openRepository(root);

async function authors(hash: string) {
  const signed = await signedCommit(await readCommit(repository.git, hash), repository.git);
  const files = await addedLines(repository.git, signed.commit.hash);
  return authorsOf(signed, files, works, repository.roots).map(
    ({ work, level, evidence, prompt }) =>
      `${work.id}: ${level}, ${evidence.map(({ kind }) => kind).join("+")}, ${prompt?.id ?? "-"}`,
  );
}

it.each([
  ["a commit that the session made", "own", ["roof: certain, call+text, user-1"]],
  ["a person's commit of its edit", "person", ["door: likely, text, user-9"]],
  ["a change by hand", "byHand", []],
  ["a line that moved", "moved", []],
  ["a quiet commit by its call", "beforeAmend", ["tower: certain, call+text, user-24"]],
  ["a commit that was amended since", "amended", ["tower: likely, rewritten+text, user-24"]],
  ["two sessions in one", "squash", ["gate: likely, text, user-44", "well: likely, text, -"]],
  ["a bot's", "bot", []],
  ["a merge", "merge", []],
  ["a revert", "revert", []],
  ["a trailer", "side", ["session_01Moat: certain, trailer, -"]],
  ["a note of git-ai", "noted", ["noted: certain, note, -"]],
])("finds the sessions of %s", async (_, name, expected) => {
  expect(await authors(hashOf(name))).toEqual(expected);
});

async function authorsAt(path: string, line: number, text = readFileSync(file(path), "utf8")) {
  const lines = await blame(repository, path, text, line);
  const { origin, text: own = "" } = lines[line - 1] ?? {};
  const around = [lines[line - 2]?.text ?? "", own, lines[line]?.text ?? ""] as const;
  const commit = origin && (await readCommit(repository.git, origin.hash));
  const signed = commit && (await signedCommit(commit, repository.git));
  const from = origin && signed && { origin: { ...signed, ...origin } };
  const until = commit?.author.time ?? Number.POSITIVE_INFINITY;
  return authorsOfLine({ path, texts: around, ...from }, until, works, repository.roots).map(
    ({ work, level, evidence }) =>
      `${work.id}: ${level}, ${evidence.map(({ kind }) => kind).join("+")}`,
  );
}

it.each([
  ["a line of its own commit", "src/roof.js", 4, ["roof: certain, call+text"]],
  ["a brace, by the lines around", "src/roof.js", 5, ["roof: certain, call+text"]],
  ["a line by hand", "src/roof.js", 1, []],
  ["a line that moved", "src/door.js", 1, ["door: likely, text"]],
  ["a noted line", "src/yard.js", 1, ["noted: certain, note"]],
  ["a line of a person, as the note says", "src/yard.js", 2, []],
])("finds the session of %s", async (_, path, line, expected) => {
  expect(await authorsAt(path, line)).toEqual(expected);
});

it("finds the session of a line that is not committed", async () => {
  expect(await authorsAt("src/bells.js", 2, [tower[0], rope, tower[1]].join("\n"))).toEqual([
    "tower: likely, text",
  ]);
});

it("lists the commits of a session, and those that no repository has", async () => {
  const listed = async (id: string, where?: typeof repository) => {
    const work = works.find((each) => each.id === id);
    const found = work ? await commitsOf(work, where) : [];
    return found.map(({ hash, level }) => `${hash.slice(0, 7)} ${level}`);
  };
  const short = hashOf("own").slice(0, 7);
  expect(await listed("roof", repository)).toEqual([`${short} certain`]);
  expect(await listed("roof")).toEqual([`${short} certain`]);
  expect(await listed("gate", repository)).toEqual([`${hashOf("squash").slice(0, 7)} likely`]);
});

it("says why there is no answer", async () => {
  await expect(openRepository("/")).rejects.toThrow(GitError);
  await expect(readCommit(repository.git, "--help")).rejects.toMatchObject({
    problem: "unknown-revision",
  });
});
