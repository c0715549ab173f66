import { present, type TextPart } from "@chatexport/core";
import { fieldsWhere } from "@chatexport/core/read";

/** A command that a person ran with `!`, and what the model was told of it. */
export interface UserCommand {
  command: string;
  result: string;
}

const [opening, between, closing] = ["<command>\n", "\n</command>\n<result>\n", "\n</result>"];

/** The command in a text that the tool writes in the place of the user (0.117 to 0.169, 2026). */
export function userCommandIn(text: string): UserCommand | undefined {
  const start = text.indexOf(opening);
  const middle = text.indexOf(between, start);
  const end = text.lastIndexOf(closing);
  if (start === -1 || middle === -1 || end < middle) return undefined;
  return {
    command: text.slice(start + opening.length, middle),
    result: text.slice(middle + between.length, end),
  };
}

/** A command as a person types it. */
export function typedCommand({ command }: UserCommand): string {
  return `! ${command}`;
}

const headed =
  /^Exit code: (-?\d{1,10})\n(?:Duration: [^\n]{0,100}\n)?(?:Warning: [^\n]{0,200}\n)?Output:\n/;

/** A command as it was typed, and what it printed: all of it, where the tool noted more than the model was told. */
export function commandParts(told: UserCommand, noted: string | undefined): TextPart[] {
  const [header = "", exitCode = "0"] = headed.exec(told.result) ?? [];
  const seen = told.result.slice(header.length).trimEnd();
  const printed = noted?.trimEnd() ?? seen;
  const more = { header: header.trimEnd(), seen: seen === printed ? "" : seen };
  const native = fieldsWhere(more, (text) => text !== "");
  const lines = [exitCode === "0" ? "" : `Exit code: ${exitCode}`, printed];
  const output = lines.filter((line) => line !== "").join("\n");
  const parts: TextPart[] = [
    present({ type: "text", text: typedCommand(told), native }),
    { type: "text", text: output, synthetic: "output" },
  ];
  return parts.filter(({ text }) => text !== "");
}
