import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contextFor, type Session, type Source, withSubagents } from "@chatexport/core";
import { undo } from "@chatexport/relocate";
import claude from "@chatexport/source-claude";
import codex from "@chatexport/source-codex";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { applyTransplant, planTransplant } from "../src/index.js";
import { lostText } from "../src/read-back.js";
import { contentOf } from "./home-content.js";

function newSystem() {
  const home = mkdtempSync(join(tmpdir(), "chatexport-agents-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { platform: "linux", env: {}, home, root: "/" };
}

async function sessionsOf(source: Source): Promise<Session[]> {
  const context = contextFor({}, {});
  const sessions: Session[] = [];
  for await (const ref of source.list(context)) sessions.push(await source.load(ref, context));
  return sessions;
}

const tools = { claude, codex };

/** The sessions with sub-agents in the fixtures of a source. */
async function fixturesOf(tool: keyof typeof tools): Promise<[string, Session][]> {
  const folder = fileURLToPath(new URL(`../../source-${tool}/fixtures`, import.meta.url));
  const found: [string, Session][] = [];
  for (const name of readdirSync(folder)) {
    const [home, store] = ["home", "store"].map((part) => join(folder, name, part)) as [
      string,
      string,
    ];
    const roots = existsSync(store) ? [store] : undefined;
    if (!roots && !existsSync(home)) continue;
    for (const session of await sessionsOf(tools[tool](roots ? { roots } : { home })))
      if (session.subagents && session.messages.length > 0)
        found.push([`${name} ${session.id}`, session]);
  }
  return found;
}

/** The sub-agents by their place in the tree, with the calls that started them where the tool gets to know those. */
function treeOf({ subagents = [], source }: Session): unknown[] {
  return subagents
    .map((agent) => [source === "claude" && agent.parent?.toolCallId, treeOf(agent)])
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

for (const to of ["claude", "codex"] as const)
  describe.each(await fixturesOf(to))(`${to}: %s`, (_, session) => {
    test("a session comes back with its sub-agents, and goes without a trace", async () => {
      const system = newSystem();
      const plan = await planTransplant(session, { to, folder: "/home/mira/tea", system });
      expect(plan.agents).toHaveLength([...withSubagents(session)].length - 1);
      const { change } = await applyTransplant(plan, { command: "restore" });
      const [back, ...others] = await sessionsOf(tools[to]({ home: system.home }));
      expect(others).toEqual([]);
      expect(back && treeOf(back)).toEqual(treeOf(session));
      const found = new Map([...withSubagents(back ?? session)].map((each) => [each.id, each]));
      for (const agent of plan.agents)
        expect(lostText(agent.session, found.get(agent.session.id))).toBeUndefined();
      await undo({ home: system.home, system, id: change });
      expect(contentOf(system.home)).toEqual({});
    });
  });

test("sub-agents of what is left out, and those of another tool, stay away", async () => {
  const [, session] =
    (await fixturesOf("claude")).find(([name]) => /^agents-nested/.test(name)) ?? [];
  if (!session) throw new Error("There is no such fixture.");
  const system = newSystem();
  const place = { folder: "/home/mira/tea", system };
  const other = await planTransplant(session, { ...place, to: "codex" });
  expect(other.agents).toEqual([]);
  const [first] = session.messages;
  const none = { ...session, messages: first ? [first, ...session.messages] : [] };
  expect((await planTransplant(none, { ...place, to: "claude", at: 1 })).agents).toEqual([]);
});

test("a sub-agent whose transcript the tool has left stays as it is", async () => {
  const [, session] =
    (await fixturesOf("claude")).find(([name]) => /^agents-nested/.test(name)) ?? [];
  if (!session) throw new Error("There is no such fixture.");
  const system = newSystem();
  const options = { to: "claude", folder: "/home/mira/tea", system } as const;
  const [first] = (await planTransplant(session, options)).agents;
  const path = first?.path ?? "";
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "left");
  const again = await planTransplant(session, options);
  expect(again.agents.map((agent) => agent.path)).not.toContain(path);
  expect(again.agents.length).toBeGreaterThan(0);
});

test("ids of sub-agents become no paths, and each gets a file of its own", async () => {
  const agent = (id: string): Session => ({
    ...sessionOf([prompt(`p-${id}`, "Look."), answer(`a-${id}`, "Seen.")], {
      id,
      source: "claude",
    }),
    parent: { sessionId: "talk", relation: "subagent" },
  });
  const subagents = ["agent-one", "agent-one", "../../agent-two", "agent-../x"].map(agent);
  const session = sessionOf([prompt("one", "First?"), answer("yes", "Yes.")], {
    id: "talk",
    source: "claude",
  });
  const system = newSystem();
  const plan = await planTransplant(
    { ...session, subagents },
    { to: "claude", folder: system.home, system },
  );
  const names = plan.agents.map(({ path }) => path.slice(plan.path.length - ".jsonl".length));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^\/subagents\/agent-[\w-]+\.jsonl$/);
  await applyTransplant(plan, { command: "restore" });
});
