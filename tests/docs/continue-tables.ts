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
import cline from "@chatexport/source-cline";
import codex from "@chatexport/source-codex";
import copilot from "@chatexport/source-copilot";
import cursor from "@chatexport/source-cursor";
import droid from "@chatexport/source-droid";
import gemini from "@chatexport/source-gemini";
import kimi from "@chatexport/source-kimi";
import opencode from "@chatexport/source-opencode";
import pi from "@chatexport/source-pi";
import qwen from "@chatexport/source-qwen";
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
  Cline: cline({ home }),
  Codex: codex({ home }),
  Copilot: copilot({ home }),
  Cursor: cursor({ home }),
  Droid: droid({ home }),
  Gemini: gemini({ home }),
  Kimi: kimi({ home }),
  OpenCode: opencode({ home }),
  pi: pi({ home }),
  Qwen: qwen({ home }),
};

/** The tool calls and the reasoning of the example home by tool, and how many of them each target has afterwards. */
export async function keptTable(): Promise<string> {
  const titles = targetNames.map((to) => targets[to].title);
  const rows = [
    `| From | All | ${titles.join(" | ")} |`,
    `| --- | --- |${" --- |".repeat(titles.length)}`,
  ];
  for (const [from, source] of Object.entries(sources)) {
    const { before, after } = await countsOf(from, source);
    const cells = [before, ...after].map(({ calls, reasoning }) => `${calls}, ${reasoning}`);
    rows.push(`| ${[from, ...cells].join(" | ")} |`);
  }
  return rows.join("\n");
}

/** The counts of a tool's sessions, and those of each target after it got them. Words are all there. */
async function countsOf(
  from: string,
  source: Source,
): Promise<{ before: Counts; after: Counts[] }> {
  const before = newCounts();
  const after = targetNames.map(newCounts);
  for await (const { session } of loadSessions(await listSessions([source]))) {
    if (!session.messages.some(({ role }) => role === "assistant")) continue;
    add(session, before);
    for (const [index, to] of targetNames.entries())
      add(await transplanted(session, to), after[index] ?? newCounts());
  }
  for (const { prompts, answers } of after)
    if (prompts !== before.prompts || answers !== before.answers)
      throw new Error(`A prompt or an answer of ${from} is missing`);
  return { before, after };
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

type Counts = Record<"prompts" | "answers" | "calls" | "reasoning", number>;

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

/** True when a person typed a message: a prompt, or a command such as `/cost`, which is a prompt elsewhere. */
function isTyped(message: Message): boolean {
  const isCommand = (synthetic: Synthetic | undefined) => synthetic === "command";
  return (
    isPrompt(message) ||
    isCommand(message.synthetic) ||
    message.parts.some((part) => part.type === "text" && isCommand(part.synthetic))
  );
}

/** The damages that a repair looks for. */
export function damageList(): string {
  return Object.entries(damages)
    .map(([name, { meaning, cure }]) => `- \`${name}\`: ${meaning} → ${cure}`)
    .join("\n");
}
