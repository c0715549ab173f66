import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ToolResult,
} from "@chatexport/core";
import {
  filePart,
  listOf,
  nameSet,
  numberOf,
  objectOf,
  parseLine,
  stringOf,
  textOf,
  unknownBlock,
} from "@chatexport/core/read";

/** What a tool returned. */
export function toolResult(block: JsonObject, tool = stringOf(block.name) ?? ""): ToolResult {
  const content = contentParts(block.content);
  const isError = block.is_error === true;
  const printed = printedBy(tool, content);
  return defined({
    content:
      printed?.content ?? (isForModel.has(tool) && !isError ? content.map(asContext) : content),
    output: block.structured_content ?? printed?.output,
    exitCode: printed?.exitCode,
    isError,
  });
}

/** Tools that only show their arguments to the user; what they return says so to the model. */
const isForModel = nameSet(
  "ask_user_input_v0 message_compose_v1 show_widget visualize:show_widget",
);

function asContext(part: Part): Part {
  return part.type === "text" ? { ...part, synthetic: "context" } : part;
}

/** What a command or a program printed, which the website hands over as JSON. */
function printedBy(
  tool: string,
  [part, ...others]: readonly Part[],
): Pick<ToolResult, "content" | "output" | "exitCode"> | undefined {
  const isProgram = tool === "bash_tool" || tool === "repl";
  if (!isProgram || part?.type !== "text" || others.length > 0) return undefined;
  const output = objectOf(parseLine(part.text));
  if (!output) return undefined;
  const { stdout, stderr, logs, returncode } = output;
  const texts = [stdout, stderr, ...(listOf(logs) ?? [])].flatMap((text) => textOf(text) ?? []);
  const text = texts.map((one) => one.trimEnd()).join("\n");
  return present({ content: textPart(text), output, exitCode: numberOf(returncode) });
}

function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null) return [];
  return (listOf(content) ?? [content]).flatMap(contentPart);
}

function contentPart(item: Json): Part[] {
  if (typeof item === "string") return textPart(item);
  const block = objectOf(item);
  switch (block?.type) {
    case "text":
      return textPart(stringOf(block.text) ?? "");
    case "knowledge":
      return textPart(page(block));
    case "image":
      return [objectOf(block.source) ? filePart(block, "tool") : missingFile({ from: "tool" })];
    case "local_resource": {
      const [mediaType, name, path] = [block.mime_type, block.name, block.file_path].map(textOf);
      return [missingFile({ ...defined({ mediaType, name, path }), from: "tool" })];
    }
    default:
      return [unknownBlock(item)];
  }
}

function textPart(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

/** A page that a search has found. */
function page({ title, url, text }: JsonObject): string {
  const head = [textOf(title), textOf(url)].filter((line) => line !== undefined).join("\n");
  return [head, stringOf(text) ?? ""].filter((piece) => piece !== "").join("\n\n");
}

/** A file that is only named: exports hold no files. */
export function missingFile(file: Omit<FilePart, "type" | "missing">): FilePart {
  return { type: "file", missing: "not in the export", ...file };
}
