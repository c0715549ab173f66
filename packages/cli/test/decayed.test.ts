import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, type Transcript, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import { archiveOf, both, first, firstName, manifestIn } from "./small-archive.js";

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
      "warning: The store has lost 1 of 1 tool results of this session, so its documents stay as they were;",
    );
    expect(documentsIn(out).map((path) => readFileSync(join(out, path), "utf8"))).toEqual(before);
    expect(manifestIn(out)).toMatchObject([{ state: "decayed" }]);
    expect(exitCode).toBe(0);

    const again = await chatexport(home, ...both);
    expect(again.stderr).toContain(
      "The store has lost parts of 1 session; the archive keeps them.",
    );
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

  it("takes no document from before for its own when a new one cannot be placed", async () => {
    const { home, out } = await archiveOf(withResult("a file name"));
    const data = Buffer.from("image");
    const image = { type: "base64", media_type: "image/png", data: data.toString("base64") };
    const later = record("u9", "a1", "user", { type: "image", source: image });
    appendFileSync(writeTranscript(home, withResult("")), `${later.replace("01-31", "03-01")}\n`);
    const hash = createHash("sha256").update(data).digest("hex").slice(0, 16);
    // Nothing can be put in the place of a folder that is not empty.
    const inTheWay = join(out, `${firstName}-2.files/${hash}.png`);
    mkdirSync(join(inTheWay, "mine"), { recursive: true });
    const failed = await chatexport(home, ...both);
    expect(failed.stderr).toContain("Exported 1 session to out.\n");
    expect(failed.exitCode).toBe(1);
    expect(manifestIn(out)).toMatchObject([
      { documents: [{ path: `${firstName}-2.jsonl` }], earlier: [{}, {}] },
    ]);

    rmSync(inTheWay, { recursive: true });
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 unchanged\n  markdown: 1 new\n");
    expect(documentsIn(out).filter((path) => !path.endsWith(".png"))).toHaveLength(4);
  });

  it("keeps the document from before when a run is killed that begins a new one", async () => {
    const { home, out } = await archiveOf(first);
    const before = documentsIn(out);
    const [session] = manifestIn(out);
    const documents = before.map((path) => ({
      sink: path.endsWith(".md") ? "markdown" : "jsonl",
      path: path.replace(/\.\w+$/, "-2$&"),
      bytes: 1,
      sha256: "never came to be",
      revision: "later",
      recipe: "the same",
    }));
    const announced = { ...session, edition: 2, documents, earlier: session?.documents };
    writeFileSync(join(out, ".chatexport/journal.jsonl"), `${JSON.stringify(announced)}\n`);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("Up to date: 1 session in out.\n");
    expect(documentsIn(out)).toEqual(before);
    expect(manifestIn(out)).toEqual([session]);
  });
});
