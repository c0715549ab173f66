import { present, type ToolResult } from "@chatexport/core";

/**
 * Takes what the tool wrote around the output of a command out of a result: its exit code, and the file that has
 * the whole output where only a part is here.
 */
export function readCommandOutput(result: ToolResult): void {
  const part = result.content.findLast(({ type }) => type === "text");
  if (part?.type !== "text") return;
  const [, failed, rest = ""] = beginning.exec(part.text) ?? [];
  const [end = "", fullOutputPath, code = failed] = ending.exec(rest.slice(-endLength)) ?? [];
  const text = rest.slice(0, rest.length - end.length);
  const exitCode = code === undefined ? undefined : Number(code);
  if (exitCode) result.isError = true;
  const truncated = fullOutputPath === undefined ? undefined : true;
  Object.assign(result, present({ exitCode, truncated, fullOutputPath }));
  if (text === "") result.content = result.content.filter((one) => one !== part);
  else part.text = text;
}

const beginning = /^(?:Error: Command failed \(exit code: (\d{1,5})\)\n)?([\s\S]*)$/;
const ending =
  /(?:\n{1,2}Full command output saved to: ([^\n]{1,2000}) \([^\n()]{1,20}\))?(?:\n{0,3}\[Process exited with code (\d{1,5})\]\s{0,9})?$/;
const endLength = 2200;
