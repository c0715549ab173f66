import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  chatexport,
  documentsIn,
  emptyFolder,
  filesIn,
  homeWith,
  type Transcript,
  writeTranscript,
} from "./binary.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};
const firstName = "claude/shop/2026-01-31-first-steps-00000001";
const secondName = "claude/blog/2026-02-10-second-thoughts-00000002";
const both = ["--to", "markdown", "--to", "jsonl", "--out", "out"];

/** The bytes and times of all files of an archive. */
function stateOf(folder: string): Record<string, [string, number]> {
  return Object.fromEntries(
    filesIn(folder).map((path) => {
      const file = join(folder, path);
      return [path, [readFileSync(file, "latin1"), statSync(file).mtimeMs]];
    }),
  );
}

/** Makes all files of an archive look old, so that each one that is written shows. */
function makeOld(folder: string): void {
  for (const path of filesIn(folder)) utimesSync(join(folder, path), 1, 1);
}

function writtenIn(folder: string): string[] {
  return filesIn(folder).filter((path) => statSync(join(folder, path)).mtimeMs !== 1000);
}

function manifestIn(folder: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, ".chatexport/manifest.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** An archive of some sessions, in a home of its own. */
async function archiveOf(...transcripts: Transcript[]): Promise<{ home: string; out: string }> {
  const home = homeWith(...transcripts);
  await chatexport(home, ...both);
  return { home, out: join(home, "out") };
}

describe("an archive", () => {
  it("stays untouched while nothing changes", async () => {
    const { home, out } = await archiveOf(first, second);
    makeOld(out);
    const before = stateOf(out);
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stateOf(out)).toEqual(before);
    expect(stderr).toContain(
      "Up to date: 2 sessions in out.\n  jsonl: 2 unchanged\n  markdown: 2 unchanged\n",
    );
    expect(exitCode).toBe(0);
  });

  it("changes in the files of the session that changed, and in its index", async () => {
    const { home, out } = await archiveOf(first, second);
    makeOld(out);
    const later = { type: "user", uuid: "u9", parentUuid: "a1", timestamp: "2026-02-11T09:00:00Z" };
    appendFileSync(
      join(home, `.claude/projects/-home-mira-blog/${second.id}.jsonl`),
      `${JSON.stringify({ ...later, message: { role: "user", content: "One thing more" } })}\n`,
    );
    const { stderr } = await chatexport(home, ...both);
    expect(writtenIn(out)).toEqual([
      ".chatexport/indexes.jsonl",
      ".chatexport/manifest.jsonl",
      `${secondName}.jsonl`,
      `${secondName}.md`,
      "index.md",
    ]);
    expect(stderr).toContain("  markdown: 1 changed, 1 unchanged\n");
    expect(stderr).toContain("4 records read: 4 kept.\n");
  });

  it("writes no document when a touched transcript still says the same", async () => {
    const { home, out } = await archiveOf(first, second);
    makeOld(out);
    utimesSync(join(home, `.claude/projects/-home-mira-blog/${second.id}.jsonl`), 9, 9);
    await chatexport(home, ...both);
    expect(documentsIn(out).filter((path) => writtenIn(out).includes(path))).toEqual([]);
  });

  it("has a manifest without absolute paths, a line for each session", async () => {
    const { home, out } = await archiveOf(second, first);
    const manifest = readFileSync(join(out, ".chatexport/manifest.jsonl"), "utf8");
    expect(manifest).not.toContain(home);
    expect(manifestIn(out)).toMatchObject([
      { source: "claude", id: first.id, title: "First steps", project: "shop", messageCount: 2 },
      { source: "claude", id: second.id, title: "Second thoughts", project: "blog" },
    ]);
  });

  it("names a document anew with its title", async () => {
    const { home, out } = await archiveOf(first);
    writeTranscript(home, { ...first, title: "Last steps" });
    const { stderr } = await chatexport(home, ...both);
    const name = "claude/shop/2026-01-31-last-steps-00000001";
    expect(documentsIn(out)).toEqual([`${name}.jsonl`, `${name}.md`]);
    expect(stderr).toContain("  markdown: 1 renamed\n");
    expect(readFileSync(join(out, "index.md"), "utf8")).toContain(`(${name}.md)`);
  });

  it("takes the files beside a document along", async () => {
    const image = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
    const message = { role: "user", content: [{ type: "image", source: image }] };
    const line = JSON.stringify({ type: "user", uuid: "u2", parentUuid: "u1", message });
    const withImage = { ...first, lines: [line], answers: "u2" };
    const { home, out } = await archiveOf(withImage);
    writeTranscript(home, { ...withImage, title: "Last steps" });
    await chatexport(home, ...both);
    const name = "claude/shop/2026-01-31-last-steps-00000001";
    expect(documentsIn(out)).toEqual([
      expect.stringMatching(new RegExp(`^${name}\\.files/[0-9a-f]{16}\\.png$`)),
      `${name}.jsonl`,
      `${name}.md`,
    ]);
  });

  it("is the same, however many runs it took", async () => {
    const { home, out } = await archiveOf(first, second);
    await chatexport(home, "--to", "jsonl", "--out", "steps", "--project", "blog");
    await chatexport(home, "--to", "markdown", "--out", "steps", "--project", "blog");
    await chatexport(home, "--to", "markdown", "--to", "jsonl", "--out", "steps");
    const bytes = (folder: string) =>
      filesIn(folder).map((path) => [path, readFileSync(join(folder, path), "utf8")]);
    expect(bytes(join(home, "steps"))).toEqual(bytes(out));
  });

  it("gives every session a short id of its own, also when another one comes later", async () => {
    const { home, out } = await archiveOf(first);
    const twin = { id: "99999999-cccc-4000-8111-222200000001", title: "First steps" };
    writeTranscript(home, twin);
    await chatexport(home, ...both);
    expect(documentsIn(out).filter((path) => path.endsWith(".md"))).toEqual([
      "claude/shop/2026-01-31-first-steps-000000000001.md",
      "claude/shop/2026-01-31-first-steps-222200000001.md",
    ]);
  });

  it("renders anew with other options", async () => {
    const { home } = await archiveOf(first);
    const { stderr } = await chatexport(home, ...both, "--detail", "full");
    expect(stderr).toContain("3 records read");
    expect((await chatexport(home, ...both, "--detail", "full")).stderr).not.toContain("read");
  });

  it("restores a document that was deleted", async () => {
    const { home, out } = await archiveOf(first);
    rmSync(join(out, `${firstName}.md`));
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 unchanged\n  markdown: 1 new\n");
    expect(documentsIn(out)).toEqual([`${firstName}.jsonl`, `${firstName}.md`]);
  });

  it("makes --strict mean the same when nothing had to be read", async () => {
    const home = homeWith({ ...first, lines: ['{"type":"from-the-future"}'] });
    const strict = () => chatexport(home, "--to", "jsonl", "--strict");
    expect([(await strict()).exitCode, (await strict()).exitCode]).toEqual([1, 1]);
  });
});

describe("a file that somebody edited", () => {
  const note = "\nMy own note.\n";

  it("is left alone, also when its session goes on", async () => {
    const { home, out } = await archiveOf(first, second);
    const path = join(out, `${firstName}.md`);
    appendFileSync(path, note);
    const quiet = await chatexport(home, ...both);
    expect(quiet.stderr).toContain("  jsonl: 2 unchanged\n  markdown: 1 unchanged, 1 edited\n");
    expect(quiet.stderr).not.toContain("document-edited");

    writeTranscript(home, { ...first, title: "Last steps" });
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stderr).toMatch(/warning: document-edited: .*--force.*\n {2}at out\/.*first-steps/);
    expect(readFileSync(path, "utf8")).toMatch(/My own note\.\n$/);
    expect(exitCode).toBe(0);
  });

  it("is noticed when its length is the same", async () => {
    const { home, out } = await archiveOf(first);
    const path = join(out, `${firstName}.jsonl`);
    const edited = readFileSync(path, "utf8").replace("answer", "ANSWER");
    writeFileSync(path, edited);
    writeTranscript(home, { ...first, lines: ["{}"] });
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 edited\n  markdown: 1 changed\n");
    expect(readFileSync(path, "utf8")).toBe(edited);
  });

  it("is written over with --force", async () => {
    const { home, out } = await archiveOf(first);
    const path = join(out, `${firstName}.md`);
    const before = readFileSync(path, "utf8");
    appendFileSync(path, note);
    await chatexport(home, ...both, "--force");
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("may have been there before the archive", async () => {
    const home = homeWith(first);
    const path = join(home, "out", `${firstName}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "mine");
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 new\n  markdown: 1 edited\n");
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("may be the index", async () => {
    const { home, out } = await archiveOf(first);
    writeFileSync(join(out, "index.md"), "# Mine\n");
    const quiet = await chatexport(home, ...both);
    expect(quiet.stderr).not.toContain("document-edited");
    writeTranscript(home, second);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toMatch(/warning: document-edited: .*\n {2}at out\/index\.md\n/);
    expect(readFileSync(join(out, "index.md"), "utf8")).toBe("# Mine\n");
  });
});

describe("a session that is in the store no more", () => {
  const transcript = (home: string) =>
    join(home, `.claude/projects/-home-mira-shop/${first.id}.jsonl`);

  it("stays in the archive, which says so", async () => {
    const { home, out } = await archiveOf(first, second);
    const before = readFileSync(join(out, `${firstName}.md`), "utf8");
    rmSync(transcript(home));
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stderr).toContain(
      "The archive keeps 1 session that the store has no more (1 since last time).\n",
    );
    expect(readFileSync(join(out, `${firstName}.md`), "utf8")).toBe(before);
    expect(manifestIn(out)[0]).toMatchObject({ id: first.id, state: "vanished" });
    expect(readFileSync(join(out, "index.md"), "utf8")).toContain("no longer in the store");
    expect(exitCode).toBe(0);

    const again = await chatexport(home, ...both);
    expect(again.stderr).toContain("The archive keeps 1 session that the store has no more.\n");
    expect(again.stderr).toContain("Up to date: 1 session in out.\n");
  });

  it("stays also when everything is gone", async () => {
    const { home, out } = await archiveOf(first, second);
    const before = documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"));
    rmSync(join(home, ".claude"), { recursive: true });
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("The archive keeps 2 sessions that the store has no more (2 since");
    expect(documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"))).toEqual(before);
    expect(manifestIn(out).map(({ state }) => state)).toEqual(["vanished", "vanished"]);
  });

  it("is an ordinary one again when it comes back", async () => {
    const { home, out } = await archiveOf(first);
    rmSync(transcript(home));
    await chatexport(home, ...both);
    writeTranscript(home, first);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).not.toContain("no more");
    expect(manifestIn(out)[0]).not.toHaveProperty("state");
    expect(readFileSync(join(out, "index.md"), "utf8")).not.toContain("no longer");
  });

  it("is forgotten when its documents are deleted", async () => {
    const { home, out } = await archiveOf(first, second);
    rmSync(transcript(home));
    rmSync(join(out, "claude/shop"), { recursive: true });
    await chatexport(home, ...both);
    expect(manifestIn(out).map(({ id }) => id)).toEqual([second.id]);
    expect(readFileSync(join(out, "index.md"), "utf8")).not.toContain("First steps");
  });

  it("is not one that lies in another place, or could not be looked for", async () => {
    const home = homeWith(first);
    const other = homeWith(second);
    const roots = [home, other].map((folder) => join(folder, ".claude"));
    for (const root of [...roots, ...roots])
      await chatexport(home, "--root", root, "--to", "jsonl", "--out", "out");
    expect(manifestIn(join(home, "out")).map(({ state }) => state)).toEqual([undefined, undefined]);
  });

  it("is no reason to begin an archive", async () => {
    const home = emptyFolder();
    await chatexport(home, ...both);
    expect(filesIn(home)).toEqual([]);
  });
});

describe("a session of which the store has lost a part", () => {
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
  const result = (content: string) => ({ type: "tool_result", tool_use_id: "t1", content });
  const record = (uuid: string, parentUuid: string, role: string, ...content: object[]) =>
    JSON.stringify({
      type: role,
      uuid,
      parentUuid,
      timestamp: "2026-01-31T10:00:30.000Z",
      message: { id: `msg_${uuid}`, role, content },
    });
  const withResult = (content: string): Transcript => ({
    ...first,
    lines: [record("a0", "u1", "assistant", call), record("r0", "a0", "user", result(content))],
    answers: "r0",
  });

  it("keeps its documents when the results of tools are blank", async () => {
    const { home, out } = await archiveOf(withResult("a file name"));
    const before = documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"));
    writeTranscript(home, withResult(""));
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 decayed\n  markdown: 1 decayed\n");
    expect(stderr).toContain(
      "warning: session-shrunk: The store has lost 1 of 1 tool results of this session, so its documents stay as they were;",
    );
    expect(documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"))).toEqual(before);
    expect(manifestIn(out)).toMatchObject([{ state: "decayed" }]);
    expect(exitCode).toBe(0);

    const again = await chatexport(home, ...both);
    expect(again.stderr).toContain("Of 1 session the store has lost a part; the archive keeps it.");
    expect(again.stderr).not.toContain("session-shrunk");
  });

  it("keeps them when only its prompts are left", async () => {
    const { home, out } = await archiveOf(first);
    const prompt = { display: `Please help with ${first.id}`, pastedContents: {} };
    const row = { ...prompt, timestamp: 1769853600000, project: "/home/mira/shop" };
    writeFileSync(
      join(home, ".claude/history.jsonl"),
      `${JSON.stringify({ ...row, sessionId: first.id })}\n`,
    );
    rmSync(join(home, `.claude/projects/-home-mira-shop/${first.id}.jsonl`));
    await chatexport(home, ...both);
    expect(readFileSync(join(out, `${firstName}.md`), "utf8")).toContain("The answer");
    expect(manifestIn(out)).toMatchObject([{ state: "decayed" }]);
  });

  it("is written as it is with --force", async () => {
    const { home, out } = await archiveOf(withResult("a file name"));
    writeTranscript(home, withResult(""));
    await chatexport(home, ...both);
    await chatexport(home, ...both, "--force");
    expect(readFileSync(join(out, `${firstName}.jsonl`), "utf8")).not.toContain("a file name");
    expect(manifestIn(out)[0]).not.toHaveProperty("state");
  });

  it("is an ordinary one again when the store has everything again", async () => {
    const { home, out } = await archiveOf(withResult("a file name"));
    writeTranscript(home, withResult(""));
    await chatexport(home, ...both);
    writeTranscript(home, withResult("a file name and more"));
    await chatexport(home, ...both);
    expect(readFileSync(join(out, `${firstName}.md`), "utf8")).toContain("a file name and more");
    expect(manifestIn(out)[0]).not.toHaveProperty("state");
  });

  it("goes on in a document beside the one from before", async () => {
    const { home, out } = await archiveOf(withResult("a file name"));
    const later = JSON.stringify({
      type: "user",
      uuid: "u9",
      parentUuid: "a1",
      timestamp: "2026-03-01T10:00:00.000Z",
      message: { role: "user", content: "And now?" },
    });
    appendFileSync(writeTranscript(home, withResult("")), `${later}\n`);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("its documents stay as they were, and new ones stand beside them.");
    expect(documentsIn(out)).toEqual([
      `${firstName}-2.jsonl`,
      `${firstName}-2.md`,
      `${firstName}.jsonl`,
      `${firstName}.md`,
    ]);
    expect(readFileSync(join(out, `${firstName}.md`), "utf8")).toContain("a file name");
    expect(readFileSync(join(out, `${firstName}-2.md`), "utf8")).toContain("And now?");
    const again = await chatexport(home, ...both);
    expect(again.stderr).toContain("Up to date: 1 session in out.\n");
    expect(documentsIn(out)).toHaveLength(4);
  });
});

describe("a folder with an index of somebody else", () => {
  it("keeps it, and gets documents without an index", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "out"));
    writeFileSync(join(home, "out/index.md"), "# My vault\n");
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(readFileSync(join(home, "out/index.md"), "utf8")).toBe("# My vault\n");
    expect(documentsIn(join(home, "out"))).toHaveLength(2);
    expect(stderr).not.toContain("warning");
    expect(stderr).toContain("shows 1 note.");
    expect(exitCode).toBe(0);
  });
});

describe("--dry-run", () => {
  it("lists what would change and why, and writes nothing", async () => {
    const { home, out } = await archiveOf(first, second);
    writeTranscript(home, { ...first, title: "Last steps" });
    rmSync(join(home, `.claude/projects/-home-mira-blog/${second.id}.jsonl`));
    writeTranscript(home, { ...second, id: "33333333-cccc-4000-8000-000000000003" });
    makeOld(out);
    const before = stateOf(out);
    const { stdout, stderr, exitCode } = await chatexport(home, ...both, "--dry-run");
    const renamed = "claude/shop/2026-01-31-last-steps-00000001";
    const added = "claude/blog/2026-02-10-second-thoughts-00000003";
    expect(stdout.split("\n").sort()).toEqual(
      [
        "",
        `new        out/${added}.jsonl  (a new session)`,
        `new        out/${added}.md  (a new session)`,
        `renamed    out/${renamed}.jsonl  (it was ${firstName}.jsonl)`,
        `renamed    out/${renamed}.md  (it was ${firstName}.md)`,
        "changed    out/index.md",
        `vanished   out/${secondName}.jsonl`,
        `vanished   out/${secondName}.md`,
      ].sort(),
    );
    expect(stderr).toContain("Nothing was written. An export of 2 sessions to out would be:\n");
    expect(stateOf(out)).toEqual(before);
    expect(exitCode).toBe(0);
  });

  it("does not begin an archive", async () => {
    const home = homeWith(first);
    await chatexport(home, ...both, "--dry-run");
    expect(filesIn(home).filter((path) => !path.startsWith(".claude"))).toEqual([]);
  });
});
