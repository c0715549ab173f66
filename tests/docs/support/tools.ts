import { clients } from "../../../agents/clients.mjs";

/** A row of docs/support.md. */
export interface Tool {
  /** As its vendor calls it. */
  name: string;
  /** The source that reads it: packages/source-NAME, whose fixtures are the proof. */
  source: string;
  /** The versions that wrote what was seen. */
  seen: string;
}

/** All tools that are read, by their names; a new source adds its own. */
export const tools: readonly Tool[] = [
  { name: "Claude Code", source: "claude", seen: playedBy("claude") },
  { name: "claude.ai", source: "claude-ai", seen: "exports of 2026" },
  { name: "Cursor", source: "cursor", seen: "2023 to 3.19" },
  { name: "OpenAI Codex", source: "codex", seen: playedBy("codex") },
  { name: "GitHub Copilot", source: "copilot", seen: "CLI 0.0.354 to 1.0.102, VS Code" },
  { name: "OpenCode", source: "opencode", seen: "1.18.33" },
  { name: "pi", source: "pi", seen: "0.74.2 and 1.6.0" },
];

/** The versions that play scenarios in docs/drift.md. */
function playedBy(name: string): string {
  const { eras = [], pinned = "" } = clients[name] ?? {};
  return `${eras[0]} to ${pinned}`;
}
