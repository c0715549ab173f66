import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, filesIn, homeWith, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import {
  archiveOf,
  both,
  first,
  firstName,
  makeOld,
  manifestIn,
  second,
  secondName,
  stateOf,
  writtenIn,
} from "./small-archive.js";

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
    expect(stderr).toContain("Exported 2 sessions to out; none left out.\n");
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
    const name = "claude/shop/2026-01-31-1000-last-steps-11111111";
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
    const name = "claude/shop/2026-01-31-1000-last-steps-11111111";
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
    const twin = { id: "11111111-bbbb-4000-8000-000000000002", title: "First steps" };
    writeTranscript(home, twin);
    await chatexport(home, ...both);
    expect(documentsIn(out).filter((path) => path.endsWith(".md"))).toEqual([
      "claude/shop/2026-01-31-1000-first-steps-11111111aaaa.md",
      "claude/shop/2026-01-31-1000-first-steps-11111111bbbb.md",
    ]);
  });

  it("renders anew with other options", async () => {
    const { home } = await archiveOf(first);
    const { stderr } = await chatexport(home, ...both, "--detail", "full");
    expect(stderr).toContain("markdown: 1 changed");
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

  it("fails with --strict for an unknown field in a list beside the sessions", async () => {
    const home = homeWith(first);
    const strict = () => chatexport(home, "--to", "jsonl", "--strict");
    expect((await strict()).exitCode).toBe(0);
    const index = { version: 1, glow: "amber", entries: [] };
    const [folder = ""] = readdirSync(join(home, ".claude/projects"));
    const path = join(home, ".claude/projects", folder, "sessions-index.json");
    writeFileSync(path, JSON.stringify(index));
    const { exitCode, stderr } = await strict();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("1 unknown field");
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
    const renamed = "claude/shop/2026-01-31-1000-last-steps-11111111";
    const added = "claude/blog/2026-02-10-1000-second-thoughts-33333333";
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
    expect(stderr).toContain("Dry run, nothing written. Exporting 2 sessions to out would give:\n");
    expect(stateOf(out)).toEqual(before);
    expect(exitCode).toBe(0);
  });

  it("does not begin an archive", async () => {
    const home = homeWith(first);
    await chatexport(home, ...both, "--dry-run");
    expect(filesIn(home).filter((path) => !path.startsWith(".claude"))).toEqual([]);
  });
});
