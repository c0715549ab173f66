import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tallyAddsUp } from "@chatexport/core";
import { describe, expect, it } from "vitest";
import { homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { first, makeOld, manifestIn, writtenIn } from "../small-archive.js";

const silent = "33333333-cccc-4000-8000-000000000003";
const project = ".claude/projects/-home-mira-shop";
const words = ["--to", "markdown", "--to", "jsonl", "--out", "out"];

/** A home with a session, one in which nothing was said, and what the tool remembers. */
function homeWithSilence(): string {
  const home = homeWith(first);
  const record = { type: "custom-title", customTitle: "Nothing said", sessionId: silent };
  writeFileSync(join(home, project, `${silent}.jsonl`), `${JSON.stringify(record)}\n`);
  mkdirSync(join(home, project, "memory"));
  writeFileSync(join(home, project, "memory/MEMORY.md"), "Be brief.\n");
  return home;
}

function states(home: string): unknown[] {
  return manifestIn(join(home, "out")).map(({ id, state }) => [id, state]);
}

describe("sessions in which nothing was said", () => {
  it("are listed with --empty alone", async () => {
    const home = homeWithSilence();
    expect((await chatexport(home, "list")).stderr).toBe("1 session\n");
    const { stdout, stderr, exitCode } = await chatexport(home, "list", "--empty");
    expect(stdout).toContain("Nothing said");
    expect(stderr).toBe("2 sessions\n");
    expect(exitCode).toBe(0);
    const typed = await chatexport(home, "list", "--option", "claude.empty=true");
    expect(typed.stdout).toBe(stdout);
  });

  it("are no concern of who names sessions", async () => {
    const home = homeWithSilence();
    expect((await chatexport(home, "--to", "jsonl", "--out", "all")).stderr).toMatch(
      /^Exported 1 session to all; nothing that was said or done is left out\.\nLeft out: 1 transcript /,
    );
    for (const named of [
      ["--session", "latest"],
      ["share", "latest", "--yes"],
    ]) {
      const { stderr } = await chatexport(home, ...named, "--out", `${named.length}.html`);
      expect(stderr).not.toContain("Left out");
      expect(stderr).not.toContain("--verbose");
    }
  });

  it("are neither vanished nor a reason to write others anew when a run leaves them out", async () => {
    const home = homeWithSilence();
    await chatexport(home, ...words, "--empty");
    expect(states(home)).toEqual([
      [first.id, undefined],
      [silent, undefined],
    ]);
    const before = readFileSync(join(home, "out/.chatexport/manifest.jsonl"), "utf8");
    makeOld(join(home, "out"));
    for (const more of [[], ["--empty"], []]) {
      const { stderr } = await chatexport(home, ...words, ...more);
      expect(stderr).toContain("Up to date: ");
      expect(stderr).not.toContain("no more");
    }
    expect(writtenIn(join(home, "out"))).toEqual([]);
    expect(readFileSync(join(home, "out/.chatexport/manifest.jsonl"), "utf8")).toBe(before);
  });

  it("are missed by a run that looks for them", async () => {
    const home = homeWithSilence();
    await chatexport(home, ...words, "--empty");
    rmSync(join(home, project, `${silent}.jsonl`));
    expect((await chatexport(home, ...words)).stderr).not.toContain("no more");
    const { stderr } = await chatexport(home, ...words, "--empty");
    expect(stderr).toContain("The archive keeps 1 session no longer in the store (1 since");
    expect(states(home)).toContainEqual([silent, "vanished"]);
  });

  it("are like all others as soon as something is said", async () => {
    const home = homeWithSilence();
    await chatexport(home, ...words, "--empty");
    rmSync(join(home, project, `${silent}.jsonl`));
    const said = homeWith({ ...first, id: silent });
    const transcript = readFileSync(join(said, project, `${silent}.jsonl`));
    writeFileSync(join(home, project, `${silent}.jsonl`), transcript);
    await chatexport(home, ...words);
    rmSync(join(home, project, `${silent}.jsonl`));
    const { stderr } = await chatexport(home, ...words);
    expect(stderr).toContain("The archive keeps 1 session no longer in the store (1 since");
  });

  it("are accounted for in a report", async () => {
    const home = homeWithSilence();
    for (const more of [[], ["--empty"]]) {
      await chatexport(home, ...words, "--report", "report.json", ...more);
      const { sessions, stores } = JSON.parse(readFileSync(join(home, "report.json"), "utf8"));
      const unowned = stores.flatMap((store: { unowned?: object }) =>
        Object.values(store.unowned ?? {}),
      );
      const tallies = [...sessions.map(({ records }: { records: object }) => records), ...unowned];
      expect(tallies.every(tallyAddsUp)).toBe(true);
      expect(tallies.reduce((sum, { read }) => sum + read, 0)).toBe(4);
    }
  });
});

describe("sub-agents whose sessions are gone", () => {
  const agent = "agent-a7c09d4be1f25836d";
  /** A home with a session, and a sub-agent of another one. */
  function homeWithStray(): string {
    const home = homeWith(first);
    const folder = join(home, project, silent, "subagents");
    mkdirSync(folder, { recursive: true });
    const record = (uuid: string, parentUuid: string | null, role: string, content: string) =>
      JSON.stringify({
        ...{ type: role, uuid, parentUuid, isSidechain: true, agentId: agent.slice(6) },
        ...{ sessionId: silent, cwd: "/home/mira/shop", timestamp: "2026-01-30T10:00:00.000Z" },
        message: { role, content },
      });
    const lines = [
      record("u1", null, "user", "Look for the lantern."),
      record("u2", "u1", "assistant", "It hangs."),
    ];
    writeFileSync(join(folder, `${agent}.jsonl`), lines.map((line) => `${line}\n`).join(""));
    return home;
  }

  it("are listed with --empty, or by name", async () => {
    const home = homeWithStray();
    const { stdout, stderr } = await chatexport(home, "list");
    expect(stdout).not.toContain(agent);
    expect(stderr).toBe("1 session\n");
    expect((await chatexport(home, "export")).stderr).toMatch(
      /^Exported 1 session to \S+\.\nLeft out: 1 sub-agent without a session \(--empty includes them\)\.\n/,
    );
    const all = await chatexport(home, "list", "--empty");
    expect(all.stdout).toContain(`${agent}\tclaude\tshop\tLook for the lantern\n`);
    expect(all.stderr).toBe("2 sessions\n");
    expect((await chatexport(home, "list", "--session", agent)).stdout).toContain(agent);
    const found = await chatexport(home, "search", "lantern");
    expect(found.stdout).not.toContain("Look for");
  });

  it("are not missed by a run that leaves them out", async () => {
    const home = homeWithStray();
    await chatexport(home, ...words, "--empty");
    expect((await chatexport(home, ...words)).stderr).not.toContain("no longer");
    expect(states(home)).toContainEqual([agent, undefined]);
  });
});

describe("what a tool remembers", () => {
  it("has not vanished when a run does not ask for it", async () => {
    const home = homeWithSilence();
    await chatexport(home, ...words, "--option", "claude.memory=true");
    expect(states(home)).toHaveLength(2);
    const { stderr } = await chatexport(home, ...words);
    expect(stderr).not.toContain("no more");
    expect(states(home).map((entry) => (entry as unknown[])[1])).toEqual([undefined, undefined]);
  });
});
