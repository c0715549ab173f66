import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Session } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import claudeSink, { agentTranscripts, sessionIdOf } from "@chatexport/sink-claude";
import codexSink, { agentRollouts, threadIdOf } from "@chatexport/sink-codex";
import copilotSink, { sessionIdOf as copilotIdOf, workspaceText } from "@chatexport/sink-copilot";
import geminiSink, { sessionIdOf as geminiIdOf } from "@chatexport/sink-gemini";
import opencodeSink, { sessionIdOf as opencodeIdOf } from "@chatexport/sink-opencode";
import piSink, { sessionIdOf as piIdOf } from "@chatexport/sink-pi";
import claudeSource from "@chatexport/source-claude";
import {
  packed as claudePacked,
  transcriptPath,
  transcriptsNamed,
} from "@chatexport/source-claude/paths";
import codexSource from "@chatexport/source-codex";
import { packed as codexPacked, rolloutPath, rolloutsNamed } from "@chatexport/source-codex/paths";
import copilotSource from "@chatexport/source-copilot";
import {
  packed as copilotPacked,
  eventLogPath,
  eventLogsNamed,
} from "@chatexport/source-copilot/paths";
import geminiSource from "@chatexport/source-gemini";
import {
  sessionPath as chatPath,
  sessionsNamed as chatsNamed,
  packed as geminiPacked,
  projectMark,
} from "@chatexport/source-gemini/paths";
import opencodeSource from "@chatexport/source-opencode";
import { packed as opencodePacked } from "@chatexport/source-opencode/paths";
import piSource from "@chatexport/source-pi";
import { packed as piPacked, sessionPath, sessionsNamed } from "@chatexport/source-pi/paths";
import { startOf } from "./start-of.js";
import type { Target } from "./target.js";

/** A tool that can go on with a session, by the name of its source. */
export type TargetName = "claude" | "codex" | "copilot" | "gemini" | "opencode" | "pi";

/** The tools that can go on with a session that lies among their own, by the names of their sources. */
export const targets: Readonly<Record<TargetName, Target>> = {
  claude: {
    title: "Claude Code",
    sink: () => claudeSink(),
    source: (path) => claudeSource({ roots: [path] }),
    idOf: sessionIdOf,
    filesOf: transcriptsNamed,
    pathOf: ({ id, folder }, system) => transcriptPath(id, folder, system),
    agentsOf: (session, path) =>
      agentTranscripts(session).map(({ name, sidecar, ...agent }) => {
        const file = join(path.replace(/\.jsonl$/, ""), "subagents", name);
        const note = { path: `${file}.meta.json`, text: sidecar };
        return { ...agent, path: `${file}.jsonl`, note };
      }),
    command: claudePacked.command,
  },
  codex: {
    title: "Codex",
    sink: () => codexSink(),
    source: (path, agents = []) => codexSource({ roots: [path, ...agents] }),
    idOf: threadIdOf,
    filesOf: rolloutsNamed,
    pathOf: ({ id, startedAt }, system) => rolloutPath(id, startedAt, system),
    agentsOf: (session, _, system) =>
      agentRollouts(session).flatMap((agent) => {
        const { id } = agent.session;
        // It may be that of another session.
        if (rolloutsNamed(id, system).length > 0) return [];
        return { ...agent, path: rolloutPath(id, startOf(agent.session), system) };
      }),
    command: codexPacked.command,
  },
  copilot: {
    title: "Copilot CLI",
    sink: () => copilotSink(),
    source: (path) => copilotSource({ roots: [path] }),
    idOf: copilotIdOf,
    filesOf: eventLogsNamed,
    pathOf: ({ id }, system) => eventLogPath(id, system),
    markOf: (session, system) => ({
      path: join(dirname(eventLogPath(session.id, system)), "workspace.yaml"),
      text: workspaceText(session),
    }),
    command: copilotPacked.command,
  },
  gemini: {
    title: "Gemini CLI",
    sink: () => geminiSink(),
    source: (path) => geminiSource({ roots: [path] }),
    idOf: geminiIdOf,
    filesOf: chatsNamed,
    pathOf: chatPath,
    markOf: ({ cwd }, system) => projectMark(cwd, system),
    command: geminiPacked.command,
  },
  opencode: {
    title: "OpenCode",
    sink: () => {
      const sink = opencodeSink();
      // So that the id stays, which was made for this file.
      const planned = (session: Session) => ({ ...session, format: "opencode/export" });
      return { ...sink, render: (session, context) => sink.render(planned(session), context) };
    },
    source: (path) => opencodeSource({ roots: [path] }),
    idOf: opencodeIdOf,
    filesOf: (id, system) => [importPath(id, system)].filter((path) => existsSync(path)),
    pathOf: ({ id }, system) => importPath(id, system),
    importing: (path) => ["opencode", "import", path],
    command: opencodePacked.command,
  },
  pi: {
    title: "pi",
    sink: () => piSink(),
    source: (path) => piSource({ roots: [path] }),
    idOf: piIdOf,
    filesOf: sessionsNamed,
    pathOf: sessionPath,
    command: piPacked.command,
  },
};

/** A file for the import into a database, to which nobody else should write. */
function importPath(id: string, { home }: System): string {
  return join(home, ".local", "share", "chatexport", "imports", `${id}.opencode.json`);
}

/** The names of all of them. */
export const targetNames = Object.keys(targets) as TargetName[];
