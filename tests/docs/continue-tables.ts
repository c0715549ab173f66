import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  contextFor,
  type Diagnostic,
  listSessions,
  loadSessions,
  type Session,
  type Source,
} from "@chatexport/core";
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
  countParts,
  damages,
  fatesOf,
  type PartCounts,
  type PartKind,
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

/** The tool calls and the reasoning of the example home by tool, and how many of them stay that in each target. */
export async function keptTable(): Promise<string> {
  const titles = targetNames.map((to) => targets[to].title);
  const rows = [
    `| From | All | ${titles.join(" | ")} |`,
    `| --- | --- |${" --- |".repeat(titles.length)}`,
  ];
  for (const [from, source] of Object.entries(sources)) {
    const { all, stays } = await countsOf(source);
    const cells = [all, ...stays].map(({ calls, reasoning }) => `${calls}, ${reasoning}`);
    rows.push(`| ${[from, ...cells].join(" | ")} |`);
  }
  return rows.join("\n");
}

/** The counts of a tool's sessions, and what of them stays in each target, which is read back. */
async function countsOf(source: Source): Promise<{ all: Kept; stays: Kept[] }> {
  const all = { calls: 0, reasoning: 0 };
  const stays = targetNames.map(() => ({ calls: 0, reasoning: 0 }));
  for await (const { session } of loadSessions(await listSessions([source]))) {
    if (!session.messages.some(({ role }) => role === "assistant")) continue;
    // Some targets keep no branches, so none counts.
    const main = { ...session, branches: [] };
    add(countParts(main), all);
    for (const [index, to] of targetNames.entries()) {
      if (session.branches?.length) await transplanted(session, to);
      const fates = await transplanted(main, to);
      const kept = stays[index] ?? all;
      add({ calls: fates.calls?.stays ?? 0, reasoning: fates.reasoning?.stays ?? 0 }, kept);
    }
  }
  return { all, stays };
}

type Kept = Pick<PartCounts, "calls" | "reasoning">;
type FatesByKind = ReturnType<typeof fatesOf>;

function add({ calls, reasoning }: Kept, kept: Kept): void {
  kept.calls += calls;
  kept.reasoning += reasoning;
}

/**
 * Throws where the file does not have what is said to stay. A call may have become several, and texts that were calls
 * or files are read as those of the tool, or as files again.
 */
function compare(fates: FatesByKind, readBack: PartCounts, where: string): void {
  for (const [kind, found] of Object.entries(readBack) as [PartKind, number][]) {
    const { stays } = fates[kind] ?? { stays: 0 };
    const isExact = !["calls", "files", "toolTexts"].includes(kind);
    if (stays < 0 || found < stays || (isExact && found !== stays))
      throw new Error(`${where}: ${stays} ${kind} stay, and ${found} are there`);
  }
}

async function transplanted(session: Session, to: TargetName): Promise<FatesByKind> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-kept-"));
  try {
    const system = { platform: "linux", env: {}, home: folder, root: "/" };
    const plan = await planTransplant(session, { to, folder, system });
    const told: Diagnostic[] = [];
    await applyTransplant(plan, { command: "continue", report: (each) => void told.push(each) });
    const own = told.find((each) => (each.session ?? plan.id) === plan.id);
    const hasBranches = targets[to].sink().keeps.has("branches");
    const fates = fatesOf(countParts(plan.session, hasBranches), own?.changes);
    const context = contextFor({}, {});
    const store = targets[to].source(plan.path);
    for await (const ref of store.list(context)) {
      const readBack = countParts(await store.load(ref, context), hasBranches);
      compare(fates, readBack, `${session.source} ${session.id} in ${to}`);
      return fates;
    }
    throw new Error(`${plan.path} is no session`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The damages that a repair looks for. */
export function damageList(): string {
  return Object.entries(damages)
    .map(([name, { meaning, cure }]) => `- \`${name}\`: ${meaning} → ${cure}`)
    .join("\n");
}
