/*
 * Tools that have no source. No source may take their files for its own, and who names one of their
 * folders wants to hear whose it is. No single source can say that, so all share this one table.
 */

/** A tool with the folders and names that are its own, and what its files begin with. */
interface OtherTool {
  name: string;
  place: RegExp;
  beginning?: RegExp;
}

/** As the real tools wrote in November 2026. */
const otherTools: readonly OtherTool[] = [
  {
    name: "Codex",
    place: /[\\/]\.codex[\\/]|[\\/]rollout-[^\\/]{20,80}\.jsonl(?:\.zst)?$/,
    beginning: /"type": ?"session_meta"/,
  },
  {
    name: "Gemini CLI",
    place: /[\\/]\.gemini[\\/]/,
    beginning: /"projectHash": ?"/,
  },
  {
    name: "Qwen Code",
    place: /[\\/]\.qwen[\\/]/,
    beginning: /"message": ?\{"role": ?"(?:user|model)", ?"parts": ?\[/,
  },
  { name: "OpenCode", place: /[\\/]opencode[\\/](?:opencode\.db$|storage[\\/])/ },
  {
    name: "GitHub Copilot CLI",
    place: /[\\/]\.copilot[\\/]/,
    beginning: /^\{"type": ?"session\.start"/,
  },
  {
    name: "Cline",
    place: /[\\/]\.cline[\\/]|[\\/](?:api_conversation_history|ui_messages)\.json$/,
  },
  { name: "Continue", place: /[\\/]\.continue[\\/]/ },
  {
    name: "Droid",
    place: /[\\/]\.factory[\\/]/,
    beginning: /^\{"type": ?"session_start", ?"id": ?"/,
  },
  {
    name: "pi",
    place: /[\\/]\.pi[\\/]agent[\\/]/,
    beginning: /^\{"type": ?"session", ?"version": ?\d/,
  },
];

const beginningLength = 2048;

/** The tool without a source that wrote a file, by the text that the file begins with. */
export function otherToolIn(text: string): string | undefined {
  const [line = ""] = text.slice(0, beginningLength).split("\n", 1);
  return otherTools.find(({ beginning }) => beginning?.test(line))?.name;
}

/** The tool without a source to which a file seems to belong, by the place where it lies. */
export function otherToolAt(path: string): string | undefined {
  return otherTools.find(({ place }) => place.test(path))?.name;
}
