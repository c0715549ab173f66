import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bothSinks, exportTo, treeOf, visibleOf } from "./archives.js";
import { emptyFolder, type Transcript, writeTranscript } from "./binary.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = { id: "22222222-bbbb-4000-8000-000000000002", title: "Second thoughts" };
const renamed = { ...first, title: "Another title" };

const precious = "mine\n";
const preciousFacts = {
  bytes: precious.length,
  sha256: createHash("sha256").update(precious).digest("hex"),
};

interface Place {
  out: string;
  manifest: string;
  /** A folder beside the archive that must stay untouched. */
  outside: string;
}

// All tests start from one archive of one store, so that each needs no run to make its own.
const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
const home = join(folder, "home");
const storedAt = new Date("2026-05-01T10:00:00Z");

beforeAll(async () => {
  write(first);
  write(second);
  await exportTo(join(folder, "archive"), home, ...bothSinks);
  write(renamed);
  await exportTo(join(folder, "renamed"), home, ...bothSinks);
});

beforeEach(() => write(first));

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a session as if it had always been there. */
function write(transcript: Transcript): void {
  const time = transcript === renamed ? new Date() : storedAt;
  utimesSync(writeTranscript(home, transcript), time, time);
}

/** A copy of the archive, beside a folder with files. */
function place(): Place {
  const own = emptyFolder();
  const outside = join(own, "outside");
  mkdirSync(join(outside, "inner"), { recursive: true });
  for (const name of ["precious.md", "inner/precious.md", "left.tmp"])
    writeFileSync(join(outside, name), precious);
  const out = join(own, "out");
  cpSync(join(folder, "archive"), out, { recursive: true });
  return { out, manifest: join(out, ".chatexport/manifest.jsonl"), outside };
}

/** The archive as people see it after the first session was renamed. */
function renamedTree(): Record<string, string> {
  return visibleOf(treeOf(join(folder, "renamed")));
}

/** The lines of a manifest. */
function linesOf(manifest: string): string[] {
  return readFileSync(manifest, "utf8").trimEnd().split("\n");
}

/** Changes what the manifest says of the first session. */
function change(manifest: string, edit: (session: Session) => unknown): void {
  const [line = "", ...others] = linesOf(manifest);
  writeFileSync(manifest, `${[JSON.stringify(edit(JSON.parse(line))), ...others].join("\n")}\n`);
}

interface Session {
  documents: { sink: string; path: string; bytes: number; sha256: string; assets?: object[] }[];
  records: object;
  extent: object;
}

describe("a manifest that leads outside", () => {
  it.each([
    ["upwards", "../outside/precious.md"],
    ["upwards from a folder", "claude/../../outside/precious.md"],
    ["to an absolute path", "OUTSIDE/precious.md"],
    ["to an absolute path after a slash", "/OUTSIDE/precious.md"],
    ["upwards with backslashes", "..\\outside\\precious.md"],
    ["upwards behind a dot", "./../outside/precious.md"],
    ["into its own folder", ".chatexport/manifest.jsonl"],
    ["to a name with a zero byte", "claude/shop/a\u0000.md"],
  ])("is refused: %s", async (_, way) => {
    const { out, manifest, outside } = place();
    const before = treeOf(outside);
    const path = way.replace("OUTSIDE", outside);
    change(manifest, (session) => ({
      ...session,
      documents: session.documents.map((one) => ({ ...one, ...preciousFacts, path })),
    }));
    // Its document would have another name now, so that the old file would be removed.
    write(renamed);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).toMatch(/warning: .* \[damaged-manifest\]/);
    expect(stderr).toContain("manifest.jsonl:1\n");
    expect(exitCode).toBe(0);
    expect(treeOf(outside)).toEqual(before);
    expect(visibleOf(treeOf(out))).toMatchObject(renamedTree());
  });

  it.each(["assets", "pages"])("is refused in its %s, and in a journal", async (beside) => {
    const { out, manifest, outside } = place();
    const before = treeOf(outside);
    const leadsOutside = (session: Session) => ({
      ...session,
      documents: session.documents.map((one) => ({
        ...one,
        [beside]: [{ path: "../outside/precious.md", ...preciousFacts }],
      })),
    });
    change(manifest, leadsOutside);
    const journal = join(dirname(manifest), "journal.jsonl");
    writeFileSync(journal, readFileSync(manifest));
    write(renamed);
    expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
    expect(treeOf(outside)).toEqual(before);
  });
});

describe("a manifest that was damaged", () => {
  const marker = "<<<<<<< ours";

  it.each<[string, (lines: string[]) => string[], number | undefined]>([
    ["by a merge", ([a = "", b = ""]) => [marker, a, "=======", a, ">>>>>>> theirs", b], 1],
    ["by a line twice", ([a = "", b = ""]) => [a, a, b, b], undefined],
    ["at its end", ([a = "", b = ""]) => [a, b.slice(0, -40)], 2],
    ["by empty lines and those of Windows", ([a = "", b = ""]) => ["", `${a}\r`, "", b], undefined],
    ["by a list", ([a = "", b = ""]) => [a, "[]", b], 2],
    ["by null", ([a = "", b = ""]) => [a, b, "null"], 3],
    ["by deep nesting", ([a = "", b = ""]) => [a, b, "[".repeat(100_000)], 3],
    ["by a prototype", ([a = "", b = ""]) => [`{"__proto__":${a}}`, a, b], 1],
    ["completely", () => ["\u0000\u0001\ufffd"], 1],
  ])("%s loses no document", async (_, damage, line) => {
    const { out, manifest } = place();
    const before = treeOf(out);
    writeFileSync(manifest, `${damage(linesOf(manifest)).join("\n")}\n`);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    if (line === undefined) expect(stderr).not.toContain("damaged-manifest");
    else expect(stderr).toMatch(new RegExp(`damaged-manifest[^]*manifest\\.jsonl:${line}\n`));
    expect(exitCode).toBe(0);
    expect(treeOf(out)).toEqual(before);
  });

  it.each<[string, (session: Session) => unknown]>([
    ["a title that is no text", (session) => ({ ...session, title: 5 })],
    ["a project that is no text", (session) => ({ ...session, project: {} })],
    ["a time that is no text", (session) => ({ ...session, startedAt: [1e308] })],
    ["sub-agents that are no list", (session) => ({ ...session, subagents: 7 })],
    ["a sub-agent that is none", (session) => ({ ...session, subagents: [null] })],
    ["counts that are none", (session) => ({ ...session, records: { read: 3, skipped: "no" } })],
    ["counts that are not there", (session) => ({ ...session, records: { read: 3 } })],
    ["a first prompt that is no text", (session) => ({ ...session, firstPrompt: [] })],
    ["a state of its own", (session) => ({ ...session, state: "<script>" })],
  ])("holds up nobody with %s", async (_, edit) => {
    const { out, manifest } = place();
    const before = visibleOf(treeOf(out));
    change(manifest, edit);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).not.toContain("This should not have happened");
    expect(stderr).not.toContain("NaN");
    expect(exitCode).toBe(0);
    expect(visibleOf(treeOf(out))).toEqual(before);
  });

  it("with names of prototypes counts as it is told", async () => {
    const { out, manifest } = place();
    const before = visibleOf(treeOf(out));
    const records = '{"read":4,"kept":2,"skipped":{"__proto__":1,"constructor":1}}';
    const [a = "", b = ""] = linesOf(manifest);
    writeFileSync(manifest, `${a.replace(/"records":\{[^}]*\}/, `"records":${records}`)}\n${b}\n`);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).not.toContain("damaged-manifest");
    expect(exitCode).toBe(0);
    expect(visibleOf(treeOf(out))).toEqual(before);
  });

  it("with huge numbers keeps the documents", async () => {
    const { out, manifest } = place();
    const before = visibleOf(treeOf(out));
    const [a = "", b = ""] = linesOf(manifest);
    const huge = a.replace(/"bytes":\d+/g, '"bytes":1e308').replace(/"read":\d+/g, '"read":1e308');
    writeFileSync(manifest, `${huge}\n${b.replace(/"bytes":\d+/g, '"bytes":1e999')}\n`);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).toContain("damaged-manifest");
    expect(stderr).toContain("1 edited");
    expect(exitCode).toBe(0);
    expect(visibleOf(treeOf(out))).toEqual(before);
  });

  it("with two documents of a sink comes to rest", async () => {
    const { out, manifest } = place();
    change(manifest, (session) => ({
      ...session,
      documents: session.documents.flatMap((one) => [{ ...one, revision: "old" }, one]),
    }));
    await exportTo(out, home, ...bothSinks);
    const { stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).toContain("Up to date: 2 sessions");
  });
});

describe("a symbolic link in an archive is not followed", () => {
  it.each<[string, (place: Place) => void]>([
    [
      "in place of the archive's own folder",
      ({ out, outside }) => {
        const own = join(out, ".chatexport");
        renameSync(own, `${outside}/own`);
        symlinkSync(join(outside, "own"), own);
        writeFileSync(join(outside, "own/left.tmp"), precious);
      },
    ],
    [
      "in place of its own folder, before there is anything",
      ({ out, outside }) => {
        rmSync(out, { recursive: true });
        mkdirSync(out);
        symlinkSync(outside, join(out, ".chatexport"));
      },
    ],
    [
      "in place of a project's folder",
      ({ out, outside }) => {
        renameSync(join(out, "claude/shop"), join(outside, "shop"));
        symlinkSync(join(outside, "shop"), join(out, "claude/shop"));
      },
    ],
    ...["index.md", ".chatexport/manifest.jsonl", ".chatexport/indexes.jsonl"].map(
      (path): [string, (place: Place) => void] => [`in place of ${path}`, replaceBy(path)],
    ),
    ["in place of the journal", replaceBy(".chatexport/journal.jsonl")],
    ["in place of a file in progress", replaceBy(".chatexport/1-0.tmp")],
    ["in place of a document", replaceBy("claude/shop/2026-01-31-1000-first-steps-11111111.md")],
  ])("%s", async (_, arrange) => {
    const archived = place();
    const { out, outside } = archived;
    arrange(archived);
    const before = treeOf(outside);
    write(renamed);
    await exportTo(out, home, ...bothSinks);
    expect(treeOf(outside)).toEqual(before);
    await exportTo(out, home, ...bothSinks, "--force");
    expect(treeOf(outside)).toEqual(before);
  });

  /** Puts a link to a file outside in the place of a file. */
  function replaceBy(path: string): (place: Place) => void {
    return ({ out, outside }) => {
      rmSync(join(out, path), { force: true });
      symlinkSync(join(outside, "precious.md"), join(out, path));
    };
  }

  it("and the documents that lie elsewhere still come out", async () => {
    const { out, outside } = place();
    const blog = { id: "33333333-cccc-4000-8000-000000000003", cwd: "/home/mira/blog" };
    const path = writeTranscript(home, blog);
    symlinkSync(outside, join(out, "claude/blog"));
    write(renamed);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    rmSync(path);
    expect(stderr).toContain("is a symbolic link to a place outside");
    expect(stderr).toContain("jsonl: 1 renamed, 1 unchanged");
    expect(exitCode).toBe(1);
  });
});

// The rights of a folder mean nothing to root, and Windows has no such rights.
const isUnbound = process.getuid === undefined || process.getuid() === 0;

describe.skipIf(isUnbound)("a folder that cannot be written to", () => {
  it("fails for its documents only, and heals", async () => {
    const { out } = place();
    const shop = join(out, "claude/shop");
    write(renamed);
    chmodSync(shop, 0o500);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    chmodSync(shop, 0o700);
    expect(stderr).toContain("there is no permission to write there; choose another place");
    expect(stderr).toContain("jsonl: 1 unchanged");
    expect(exitCode).toBe(1);
    expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
    expect(visibleOf(treeOf(out))).toEqual(renamedTree());
  });

  it("ends the run when it is the archive's own", async () => {
    const { out } = place();
    const before = treeOf(out);
    write(renamed);
    chmodSync(join(out, ".chatexport"), 0o500);
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    chmodSync(join(out, ".chatexport"), 0o700);
    expect(stderr).toContain("there is no permission to write there; choose another place");
    expect(exitCode).toBe(1);
    expect(treeOf(out)).toEqual(before);
  });
});
