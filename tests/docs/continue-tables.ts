import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  contextFor,
  listSessions,
  loadSessions,
  type Message,
  type Session,
  type Source,
  type Synthetic,
} from "@chatexport/core";
import { isPrompt } from "@chatexport/document";
import claude from "@chatexport/source-claude";
import codex from "@chatexport/source-codex";
import copilot from "@chatexport/source-copilot";
import cursor from "@chatexport/source-cursor";
import opencode from "@chatexport/source-opencode";
import {
  applyTransplant,
  damages,
  planTransplant,
  type TargetName,
  targetNames,
  targets,
} from "@chatexport/transplant";

const home = fileURLToPath(new URL("../../examples/home", import.meta.url));

const sources = {
  "Claude Code": claude({ home }),
  Codex: codex({ home }),
  Copilot: copilot({ home }),
  Cursor: cursor({ home }),
  OpenCode: opencode({ home }),
};

/** The content of the example home by tool, and how much of it each target has afterwards. */
export async function keptTable(): Promise<string> {
  const rows = [
    "| From | To | Sessions | Typed | Answers | Tool calls, as calls | Reasoning |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  for (const [from, source] of Object.entries(sources))
    for (const to of targetNames) rows.push(await rowOf(from, source, to));
  return rows.join("\n");
}

async function rowOf(from: string, source: Source, to: TargetName): Promise<string> {
  const [before, after] = [newCounts(), newCounts()];
  let sessions = 0;
  for await (const { session } of loadSessions(await listSessions([source]))) {
    if (!session.messages.some(({ role }) => role === "assistant")) continue;
    sessions++;
    add(session, before);
    add(await transplanted(session, to), after);
  }
  const cells = counted.map((name) => `${after[name]} of ${before[name]}`);
  return `| ${[from, targets[to].title, sessions, ...cells].join(" | ")} |`;
}

async function transplanted(session: Session, to: TargetName): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-kept-"));
  try {
    const system = { platform: "linux", env: {}, home: folder, root: "/" };
    const plan = await planTransplant(session, { to, folder, system });
    await applyTransplant(plan, { command: "continue" });
    const context = contextFor({}, {});
    const store = targets[to].source(plan.path);
    for await (const ref of store.list(context)) return await store.load(ref, context);
    throw new Error(`${plan.path} is no session`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const counted = ["prompts", "answers", "calls", "reasoning"] as const;

type Counts = Record<(typeof counted)[number], number>;

function newCounts(): Counts {
  return { prompts: 0, answers: 0, calls: 0, reasoning: 0 };
}

/** Counts the parts on the active branch. */
function add({ messages }: Session, counts: Counts): void {
  for (const message of messages) {
    if (isTyped(message)) counts.prompts++;
    for (const part of message.parts) {
      const isSaid = part.type === "text" && !message.synthetic && !part.synthetic;
      if (isSaid && message.role === "assistant") counts.answers++;
      if (part.type === "tool-call") counts.calls++;
      if (part.type === "reasoning" && part.text) counts.reasoning++;
    }
  }
}

/** Whether a person typed a message: a prompt, or a command such as `/cost`, which is a prompt elsewhere. */
function isTyped(message: Message): boolean {
  const isCommand = (synthetic: Synthetic | undefined) => synthetic === "command";
  return (
    isPrompt(message) ||
    isCommand(message.synthetic) ||
    message.parts.some((part) => part.type === "text" && isCommand(part.synthetic))
  );
}

/** The damages that a repair looks for. */
export function damageTable(): string {
  const rows = Object.entries(damages).map(
    ([name, { meaning, cure }]) => `| \`${name}\` | ${meaning} | ${cure} |`,
  );
  return ["| Damage | What is wrong | What is done |", "| --- | --- | --- |", ...rows].join("\n");
}
