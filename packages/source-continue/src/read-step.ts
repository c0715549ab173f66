import { isDeepStrictEqual } from "node:util";
import { type FilePart, type Json, type Part, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import {
  addNative,
  type Draft,
  type Fate,
  type Fields,
  type StoredRecord,
} from "@chatexport/core/source";

/** Adds what a step says to its session: until 2023, a session was a timeline of steps. */
export function readStep({ fields, at }: StoredRecord, draft: Draft): Fate {
  const step = fields.object("step");
  const described = step?.string("description");
  if (!step || described === undefined) return "unknown";
  const prompt = step.text("user_input");
  const isHidden = step.flag("hide") === true;
  const messages = listOf(step.fitting("chat_context", Array.isArray)) ?? [];
  if (isHidden && prompt === undefined && messages.length === 0) return { skipped: "bookkeeping" };
  // That of a prompt repeats it.
  const again = fields.fitting("observation", (told) =>
    isDeepStrictEqual(told, { user_input: prompt }),
  );
  const observed = again === undefined ? fields.object("observation") : undefined;
  const error = [observed?.text("title"), observed?.text("error")].filter(Boolean).join(": ");
  const role = prompt === undefined ? "assistant" : "user";
  const said = [...new Set([prompt ?? described, ...messages.flatMap(contentIn)])];
  const given = fields.objects("context_used").map(fileOf);
  const parts: Part[] = [
    ...said.filter((text) => text !== "").map((text) => ({ type: "text" as const, text })),
    ...(role === "user" ? given : []),
    ...(error === "" ? [] : [{ type: "notice" as const, level: "error" as const, text: error }]),
  ];
  const id = `step-${String(at).split("/").at(-1)}`;
  return { kept: draft.begin({ id, role, parts, origin: { at } }) };
}

function contentIn(message: Json): string[] {
  const content = textOf(objectOf(message)?.content);
  return content === undefined ? [] : [content];
}

/** The code that was highlighted or mentioned with a prompt. Answers repeat it. */
function fileOf(item: Fields): FilePart {
  const described = item.object("description");
  const [name, path] = [described?.text("name"), described?.text("description")];
  const file = present<FilePart>({
    type: "file",
    name,
    path,
    text: item.string("content"),
    from: "mention",
  });
  addNative(file, item.rest());
  return file;
}
