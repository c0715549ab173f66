/** Tools as people know them, by the names of their sources; some store the same as another. */
const tools: ReadonlyMap<string, string> = new Map([
  ["aider", "Aider"],
  ["atif", "ATIF"],
  ["chatgpt", "ChatGPT"],
  ["claude", "Claude Code"],
  ["claude-ai", "claude.ai"],
  ["cline", "Cline or Roo Code"],
  ["codex", "Codex"],
  ["continue", "Continue"],
  ["copilot", "GitHub Copilot"],
  ["crush", "Crush"],
  ["cursor", "Cursor"],
  ["droid", "Factory Droid"],
  ["gemini", "Gemini CLI"],
  ["goose", "Goose"],
  ["hermes", "Hermes Agent"],
  ["kimi", "Kimi"],
  ["opencode", "OpenCode or Kilo"],
  ["openhands", "OpenHands"],
  ["pi", "pi"],
  ["qoder", "Qoder"],
  ["qwen", "Qwen Code"],
  ["vibe", "Mistral Vibe"],
  ["zed", "Zed"],
]);

/** The name of the tool whose sessions a source reads; for a source of others, the source's own. */
export function toolOf(source: string): string {
  return tools.get(source) ?? source;
}
