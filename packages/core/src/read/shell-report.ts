/** The output of a command, and the words that a tool wrote around it. */
export interface ShellReport {
  output: string;
  exitCode?: number;
  /** The other lines behind the output, by their names: "Signal", "Background PIDs". */
  notes: Record<string, string>;
}

/**
 * Takes the output of a command out of the lines that some tools put around it for their model: the command and
 * its folder before it, its exit code, signal and processes behind it. Lines that say nothing are left out.
 */
export function shellReport(text: string): ShellReport {
  const lines = text.replace(given, "").trimEnd().split("\n");
  const report: ShellReport = { output: "", notes: {} };
  while (lines.length > 1) {
    const [all, name = "", value = ""] = note.exec(lines.at(-1) ?? "") ?? [];
    if (all === undefined) break;
    lines.pop();
    if (name === "Exit Code" && /^-?\d{1,10}$/.test(value)) report.exitCode = Number(value);
    else if (value !== "(none)" && value !== "0") report.notes[name] = value;
  }
  report.output = lines.join("\n").replace(/^Output: /, "");
  return report;
}

const given = /^Command: [\s\S]{0,100000}?\nDirectory: [^\n]*\n(?=(?:Output|Stdout): )/;
const note = /^(Exit Code|Signal|Background PIDs|Process Group PGID|Error(?=: \(none\)$)): (.*)$/;
