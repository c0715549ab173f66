import { isDeepStrictEqual } from "node:util";
import { type FilePart, type Part, present } from "@chatexport/core";
import {
  addNative,
  type Draft,
  type Fate,
  type Fields,
  leaveOut,
  type StoredRecord,
} from "@chatexport/core/source";

/** Adds what a step says to its session: until 2023, a session was a timeline of steps. */
export function readStep({ fields, at }: StoredRecord, draft: Draft): Fate {
  const step = fields.object("step");
  const described = step?.string("description");
  if (!step || described === undefined) return "unknown";
  const prompt = step.text("user_input");
  const isHidden = step.flag("hide") === true;
  const messages = step.list("chat_context") ?? [];
  if (isHidden && prompt === undefined && messages.length === 0) {
    // Of another kind, they would say something.
    for (const name of ["name", "class_name", "system_message"]) step.text(name);
    step.flag("manage_own_chat_context");
    for (const name of ["active", "deleted"]) fields.flag(name);
    fields.number("depth");
    const observed = fields.json("observation");
    return observed === undefined ? leaveOut(fields) : "unknown";
  }
  // That of a prompt repeats it.
  const again = fields.fitting("observation", (told) =>
    isDeepStrictEqual(told, { user_input: prompt }),
  );
  const observed = again === undefined ? fields.object("observation") : undefined;
  const error = [observed?.text("title"), observed?.text("error")].filter(Boolean).join(": ");
  const role = prompt === undefined ? "assistant" : "user";
  const said = [...new Set([prompt ?? described, ...messages.flatMap(contentIn)])];
  // Answers repeat what was given to their prompt.
  const asked = draft.messages.findLast((message) => message.role === "user")?.parts ?? [];
  const isNew = (file: FilePart) => !asked.some((part) => isDeepStrictEqual(part, file));
  const given = (fields.list("context_used") ?? []).map(fileOf).filter(isNew);
  const parts: Part[] = [
    ...said.filter((text) => text !== "").map((text) => ({ type: "text" as const, text })),
    ...given,
    ...(error === "" ? [] : [{ type: "notice" as const, level: "error" as const, text: error }]),
  ];
  const id = `step-${String(at).split("/").at(-1)}`;
  return { kept: draft.write({ id, at }, role, parts) };
}

function contentIn(message: Fields): string[] {
  const content = message.text("content");
  message.word(["user", "assistant"], "role");
  // It is the content, cut.
  message.fitting("summary", (cut) => typeof cut === "string" && (content ?? "").startsWith(cut));
  return content === undefined ? [] : [content];
}

/** The code that was highlighted or mentioned with a prompt. */
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
