/** The tools whose programs are told by their names alone: by the names of their sources, as people know them. */
export const toolNames = {
  codex: "Codex",
  copilot: "Copilot",
  opencode: "OpenCode",
  gemini: "Gemini CLI",
  pi: "pi",
  qwen: "Qwen Code",
  kimi: "Kimi",
  cline: "Cline",
  continue: "Continue",
  crush: "Crush",
  droid: "Factory Droid",
  goose: "Goose",
  hermes: "Hermes Agent",
  openhands: "OpenHands",
  vibe: "Mistral Vibe",
};
