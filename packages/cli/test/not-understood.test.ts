import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { homeWith } from "./binary.js";
import { chatexport } from "./in-process.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};
const firstName = "claude/shop/2026-01-31-1000-first-steps-11111111";

describe("records that are not understood", () => {
  const lines = ['{"type":"from-the-future","uuid":"f1"}', "{not json"];

  it("are told in one line, or each with its place", async () => {
    const home = homeWith({ ...first, lines: [...lines, "{still not"] });
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl");
    expect(stderr).toBe(
      [
        "Exported 1 session to ./chat-export.\n",
        "warning: Left out: 2 damaged records. Kept as is: 1 record of unknown type. --verbose says where.\n",
        "No secrets found; check these files before you share them.\n",
      ].join(""),
    );
    expect(exitCode).toBe(0);
    // What is up to date is read for its notes, and is not written.
    const notes = await chatexport(home, "--to", "jsonl", "--verbose");
    expect(notes.stderr).toContain("Up to date: 1 session in ./chat-export.\n");
    expect(notes.stderr).toMatch(/warning: \S+000001\.jsonl:3: .* \[malformed-line\]\n.*jsonl:4: /);
    const verbose = await chatexport(home, "--to", "jsonl", "--verbose", "--force");
    expect(verbose.stderr).toContain("6 records read: 3 kept, 1 unknown, 2 malformed.\n");
    expect(verbose.stderr).toContain("  unknown: from-the-future 1\n");
    const markdown = await chatexport(home, "--out", "md");
    expect(markdown.stderr).toContain(
      "warning: Left out: 2 damaged records and 1 record of unknown type (--to jsonl keeps unknown records). --verbose says where.\n",
    );
  });

  it("leave a hint at the files that hold no session", async () => {
    const home = homeWith(first);
    writeFileSync(join(home, ".claude/projects/empty.jsonl"), "");
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl");
    expect(exitCode).toBe(0);
    expect(stderr).toContain("--verbose prints 1 note.\n");
  });

  it("make --strict end with 1", async () => {
    const home = homeWith({ ...first, lines });
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--strict");
    expect(stderr).toContain(
      "error: --strict: 2 records damaged or of unknown type; --report FILE names the sessions.\n",
    );
    expect(exitCode).toBe(1);
    const fine = await chatexport(homeWith(first), "--to", "jsonl", "--strict");
    expect(fine.exitCode).toBe(0);
  });

  it("make --strict end with 1 where a file beside the session is damaged", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, ".claude/todos"));
    writeFileSync(join(home, `.claude/todos/${first.id}-agent-${first.id}.json`), "[1]");
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--strict");
    expect(stderr).toContain("error: --strict: 1 record damaged or of unknown type;");
    expect(exitCode).toBe(1);
  });

  it("make --strict end with 1 where only a field is not known, whose value is in the JSONL", async () => {
    const cited = {
      type: "assistant",
      version: "9.0.0",
      futureKey: "of the record",
      message: {
        content: [
          {
            type: "text",
            text: "It is so.",
            citations: [{ type: "web", url: "https://tides.example/", cited_text: "of the page" }],
            futureMark: "of the block",
          },
        ],
      },
    };
    const home = homeWith({ ...first, lines: [JSON.stringify(cited)] });
    const { exitCode, stderr, stdout } = await chatexport(
      home,
      ...["--to", "jsonl", "--out", "-", "--strict"],
    );
    for (const value of ["record", "block", "page"]) expect(stdout).toContain(`"of the ${value}"`);
    expect(stdout).toContain('"url":"https://tides.example/"');
    expect(stderr).toContain(
      "  unknown fields, kept: block-key.futureMark 1, record-key.futureKey 1\n",
    );
    expect(stderr).toContain(
      "error: --strict: 2 unknown fields; --report FILE names the sessions.\n",
    );
    expect(exitCode).toBe(1);
  });

  it("are all in the report", async () => {
    const home = homeWith({ ...first, lines }, second);
    const words = [
      "--to",
      "jsonl",
      "--to",
      "markdown",
      "--out",
      "out",
      "--report",
      "new/report.json",
    ];
    await chatexport(home, ...words);
    const report = JSON.parse(readFileSync(join(home, "new/report.json"), "utf8"));
    expect(report).toMatchObject({
      version: 1,
      interrupted: false,
      totals: {
        selected: 2,
        sessions: 2,
        subagents: 0,
        records: { read: 8, kept: 6, unknown: { "from-the-future": 1 }, malformed: 1 },
      },
      dropped: { jsonl: [], markdown: expect.arrayContaining(["native"]) },
      stores: expect.arrayContaining([
        expect.objectContaining({
          source: "claude",
          path: join(home, ".claude"),
          found: true,
          sessions: 2,
        }),
      ]),
    });
    expect(report.sessions[1]).toEqual({
      source: "claude",
      id: first.id,
      isRead: true,
      records: { read: 5, kept: 3, unknown: { "from-the-future": 1 }, malformed: 1 },
      subagents: [],
      redacted: [],
      documents: [
        { sink: "jsonl", path: `out/${firstName}.jsonl`, state: "new", reason: "a new session" },
        { sink: "markdown", path: `out/${firstName}.md`, state: "new", reason: "a new session" },
      ],
    });
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ code: "malformed-line", session: first.id, source: "claude" }),
    );
  });
});
