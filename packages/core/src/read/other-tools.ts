/*
 * Tools whose files another source could take for its own, and must not. Users who name one of their folders
 * want to hear whose it is. No single source can say that, so all share this one table.
 */

/** A tool with the folders and names that are its own, and what its files begin with. */
export interface OtherTool {
  name: string;
  /** The name of the source that reads them; absent when none does. */
  source?: string;
  place: RegExp;
  beginning?: RegExp;
}

/** As the real tools wrote in November 2026. */
const otherTools: readonly OtherTool[] = [
  {
    name: "Codex",
    source: "codex",
    place: /[\\/]\.codex[\\/]|[\\/]rollout-[^\\/]{20,80}\.jsonl(?:\.(?:gz|zst))?$/,
    beginning: /"type": ?"session_meta"/,
  },
  {
    name: "Gemini CLI",
    source: "gemini",
    place: /[\\/]\.gemini[\\/]/,
    beginning: /"projectHash": ?"/,
  },
  {
    name: "Qwen Code",
    source: "qwen",
    place: /[\\/]\.qwen[\\/]/,
    beginning: /"message": ?\{"role": ?"(?:user|model)", ?"parts": ?\[|"systemPayload": ?\{/,
  },
  { name: "Qoder", source: "qoder", place: /[\\/]\.qoder(?:-cn|work)?[\\/]/ },
  {
    name: "OpenCode",
    source: "opencode",
    place: /[\\/]opencode[\\/](?:opencode\.db$|storage[\\/])/,
  },
  {
    name: "GitHub Copilot CLI",
    source: "copilot",
    place: /[\\/]\.copilot[\\/]/,
    beginning: /^\{"type": ?"session\.start"/,
  },
  {
    name: "Cline",
    source: "cline",
    place: /[\\/]\.cline[\\/]|[\\/](?:api_conversation_history|ui_messages)\.json$/,
  },
  {
    name: "ChatGPT",
    source: "chatgpt",
    place: /[\\/]conversations-\d{3}\.json$/,
    beginning: /^\[\s{0,9}\{[\s\S]{0,1500}"mapping": ?[[{n]/,
  },
  {
    name: "Kimi",
    source: "kimi",
    place: /[\\/]\.kimi(?:-code)?[\\/]/,
    beginning: /^\{"type": ?"metadata", ?"protocol_version"|^\{"role": ?"_(?:ch|sy|us)/,
  },
  { name: "OpenHands", source: "openhands", place: /[\\/]\.openhands[\\/]/ },
  { name: "Aider", source: "aider", place: /[\\/]\.aider\.chat\.history\.md$/ },
  { name: "Amp", place: /[\\/]amp[\\/]threads[\\/]/ },
  {
    name: "iFlow",
    place: /[\\/]\.iflow[\\/]/,
    beginning: /^\{"uuid": ?"[^"]{1,100}", ?"parentUuid": ?null, ?"sessionId": ?"session-/,
  },
  { name: "Grok Build", place: /[\\/]\.grok[\\/]|[\\/]chat_history\.jsonl$/ },
  { name: "Continue", source: "continue", place: /[\\/]\.continue[\\/]/ },
  { name: "Goose", source: "goose", place: /[\\/]goose[\\/](?:data[\\/])?sessions[\\/]/ },
  { name: "Zed", source: "zed", place: /[\\/]zed[\\/]threads[\\/]/i },
  { name: "Crush", source: "crush", place: /[\\/]\.crush[\\/]/ },
  { name: "Hermes Agent", source: "hermes", place: /[\\/]\.hermes[\\/]/ },
  {
    name: "Droid",
    source: "droid",
    place: /[\\/]\.factory[\\/]/,
    // A session, or what it prints while it works (`--output-format stream-json`), which is no session.
    beginning:
      /^\{"type": ?"(?:session_start", ?"id": ?"|(?:message|system)",(?: ?"subtype": ?"init",)? ?"session(?:Id|_id)": ?"[^"]{1,100}", ?"timestamp": ?[^,]{1,40}, ?"(?:role|model)": ?")/,
  },
  {
    name: "pi",
    source: "pi",
    place: /[\\/]\.pi[\\/]agent[\\/]/,
    beginning: /^\{"type": ?"session", ?"version": ?\d/,
  },
];

const beginningLength = 2048;

/** The tool that wrote a file, by the text that the file begins with. */
export function otherToolIn(text: string): OtherTool | undefined {
  const start = text.slice(0, beginningLength);
  // A list in JSON may be one line or many.
  const [line = ""] = start.startsWith("[") ? [start] : start.split("\n", 1);
  return otherTools.find(({ beginning }) => beginning?.test(line));
}

/** The tool to which a file seems to belong, by the place where it lies. */
export function otherToolAt(path: string): OtherTool | undefined {
  return otherTools.find(({ place }) => place.test(path));
}
