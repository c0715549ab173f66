/** One of the commands in a line for a shell. */
export interface ShellCommand {
  /** With its arguments, as it was written. */
  text: string;
  /** When the whole line succeeded, so did it: it had to run, and nothing behind it hides how it ended. */
  isDecisive: boolean;
}

/** The commands in a line for a shell, in their order. What stands in quotes or in a here-document is none. */
export function shellCommands(line: string): ShellCommand[] {
  const commands: { text: string; before: string }[] = [{ text: "", before: "" }];
  for (const [token] of withoutHereDocuments(line).matchAll(tokens)) {
    if (separators.has(token)) commands.push({ text: "", before: token });
    else for (const last of commands.slice(-1)) last.text += token;
  }
  const found: ShellCommand[] = [];
  let [isCertain, isPiped] = [true, false];
  for (const { text, before } of commands.toReversed()) {
    const own = withoutBrackets(text.trim());
    const isDecisive = isCertain && !isPiped && before !== "||";
    if (own !== "") found.push({ text: own, isDecisive });
    isPiped = before === "|" || before === "|&";
    // The line goes on only after success, or ends here.
    const isEnd = found.length === 0 && (before === ";" || before === "\n");
    isCertain &&= isPiped || isEnd || before === "&&";
  }
  return found.reverse();
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
  const left: string[] = [];
  let end: string | undefined;
  for (const each of line.split("\n")) {
    if (end === undefined) {
      left.push(each);
      end = /(?<!<)<<-?(?!<) ?['"\\]?(\w+)/.exec(each)?.[1];
    } else if (each.trim() === end) end = undefined;
  }
  return left.join("\n");
}
