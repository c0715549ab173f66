/** One of the commands in a line for a shell. */
export interface ShellCommand {
  /** With its arguments, as it was written. */
  text: string;
  /** The line succeeds only when this command was run and succeeded. */
  isDecisive: boolean;
}

/** The commands in a line for a shell, in their order. A text in quotes or in a here-document is none. */
export function shellCommands(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  // From the end, since what stands behind a command may hide how it ended.
  let [isCertain, isPiped] = [true, false];
  for (const { text, before } of piecesOf(line).reverse()) {
    const isDecisive = isCertain && !isPiped && before !== "||";
    if (text !== "") commands.push({ text, isDecisive });
    isPiped = before === "|" || before === "|&";
    // The line goes on only after success, or ends here.
    const isEnd = commands.length === 0 && (before === ";" || before === "\n");
    isCertain &&= isPiped || isEnd || before === "&&";
  }
  return commands.reverse();
}

/** A line cut at its separators; each piece has the one before it, and may be empty. */
function piecesOf(line: string): { text: string; before: string }[] {
  const pieces: { text: string; before: string }[] = [];
  let [text, before] = ["", ""];
  const end = () => pieces.push({ text: withoutBrackets(text.trim()), before });
  for (const [token] of withoutHereDocuments(line).matchAll(tokens)) {
    if (separators.has(token)) {
      end();
      [text, before] = ["", token];
    } else text += token;
  }
  end();
  return pieces;
}

/** A command without the bracket of a group that begins or ends with it. */
function withoutBrackets(text: string): string {
  return text.replace(/^[({]/, "").replace(/[)}]$/, "").trim();
}

const separators: ReadonlySet<string> = new Set(["&&", "||", "|", "|&", ";", "&", "\n"]);

/** Quoted texts, escapes, redirections with `&`, separators, and all between them. */
const tokens = /'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[<>]&|&>|&&|\|\||\|&?|[;&\n]|[^'"\\&|;\n<>]+|./gs;

function withoutHereDocuments(line: string): string {
  if (!line.includes("<<")) return line;
  const kept: string[] = [];
  let end: string | undefined;
  for (const each of line.split("\n")) {
    if (end === undefined) {
      kept.push(each);
      end = /(?<!<)<<-?(?!<) ?['"\\]?(\w+)/.exec(each)?.[1];
    } else if (each.trim() === end) end = undefined;
  }
  return kept.join("\n");
}
