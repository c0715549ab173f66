import {
  type FilePart,
  type Json,
  type Loose,
  type Part,
  present,
  type ToolResult,
} from "@chatexport/core";
import {
  listOf,
  nameSet,
  numberOf,
  objectOf,
  parseLine,
  type TallyCounter,
  textOf,
  unknownBlock,
} from "@chatexport/core/read";
import { type Fields, type Holder, keepRest } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** The result of a tool. */
export function toolResult(fields: Fields, tool: string, tally: TallyCounter): ToolResult {
  const given = fields.json("content");
  const items = given === undefined ? [] : (listOf(given) ?? [given]);
  const content = items.flatMap((item) => contentPart(item, tally));
  const isError = fields.flag("is_error") === true;
  const printed = printedBy(tool, content);
  return present({
    content:
      printed?.content ?? (isForModel.has(tool) && !isError ? content.map(asContext) : content),
    output: fields.json("structured_content") ?? printed?.output,
    exitCode: printed?.exitCode,
    isError: isError || (printed?.exitCode ?? 0) !== 0,
    native: printed?.native,
  });
}

/** Tools that only show their arguments to the user; what they return says so to the model. */
const isForModel = nameSet(
  "ask_user_input_v0 message_compose_v1 show_widget visualize:show_widget",
);

function asContext(part: Part): Part {
  return part.type === "text" ? { ...part, synthetic: "context" } : part;
}

/** The output of a command or a program, which the website hands over as JSON. */
function printedBy(
  tool: string,
  [part, ...others]: readonly Part[],
): Partial<ToolResult> | undefined {
  const isProgram = tool === "bash_tool" || tool === "repl";
  if (!isProgram || part?.type !== "text" || others.length > 0) return undefined;
  const output = objectOf(parseLine(part.text));
  if (!output) return undefined;
  const { stdout, stderr, logs, returncode } = output;
  const texts = [stdout, stderr, ...(listOf(logs) ?? [])].flatMap((text) => textOf(text) ?? []);
  const text = texts.map((one) => one.trimEnd()).join("\n");
  const content: Part[] = text === "" ? [] : [{ type: "text", text }];
  return present({ content, output, exitCode: numberOf(returncode), native: part.native });
}

/** The part that an item of a result is; none where it says nothing. */
function contentPart(item: Json, tally: TallyCounter): Part[] {
  if (typeof item === "string") return item === "" ? [] : [{ type: "text", text: item }];
  const fields = fieldsOf(objectOf(item) ?? {});
  const part = partOf(fields, fields.text("type"));
  if (!part) return [unknownBlock(item)];
  // Nothing names a piece of a result by its id.
  fields.text("uuid");
  keepRest(part, fields, "result", tally);
  return part.type === "text" && part.text === "" && !part.native ? [] : [part];
}

function partOf(
  fields: Fields,
  type: string | undefined,
): (FilePart | (Extract<Part, { type: "text" }> & Holder)) | undefined {
  switch (type) {
    case "text": {
      const text = fields.string("text");
      return text === undefined ? undefined : { type, text };
    }
    case "knowledge": {
      // A page that a search has found.
      const head = [fields.text("title"), fields.text("url")].filter((line) => line !== undefined);
      const pieces = [head.join("\n"), fields.string("text") ?? ""];
      return { type: "text", text: pieces.filter((piece) => piece !== "").join("\n\n") };
    }
    case "image":
      return imageOf(fields);
    case "local_resource":
      return missingFile({
        mediaType: fields.text("mime_type"),
        name: fields.text("name"),
        path: fields.text("file_path"),
        from: "tool",
      });
    default:
      return undefined;
  }
}

function imageOf(fields: Fields): FilePart {
  const source = fields.object("source");
  if (!source) return missingFile({ from: "tool" });
  source.word(["base64", "url"], "type");
  const data = source.string("data");
  const url = source.string("url");
  return present({
    type: "file",
    mediaType: source.string("media_type"),
    name: fields.string("title"),
    url,
    data,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from: "tool",
  });
}

/** A file that is only named: exports hold no files. */
export function missingFile(file: Omit<Loose<FilePart>, "type" | "missing">): FilePart {
  return present<FilePart>({ type: "file", missing: "not in the export", ...file });
}
