import {
  type JsonObject,
  type NoticePart,
  type Part,
  present,
  type Question,
  type ToolCall,
} from "@chatexport/core";
import { listOf, objectOf, textOf, uniqueId } from "@chatexport/core/read";
import type { Fate, Fields, StoredRecord } from "@chatexport/core/source";
import { says } from "../says.js";
import type { Answer } from "./reading.js";
import { lookAt, markdownIn } from "./values.js";

type Choice = NonNullable<Question["options"]>[number];

/** Something that the editor asked its user. */
export function readQuestion({ type, fields }: StoredRecord, answer: Answer): Fate {
  const { callIds } = answer.reading;
  // The answers stay as they are, too: their names are data.
  const answers = objectOf(lookAt(fields, "data")) ?? {};
  const asked = fields.objects("questions");
  const questions = (asked.length > 0 ? asked : [fields]).flatMap((each): Question[] => {
    const title = markdownIn(each, "title");
    const text = markdownIn(each, "message") ?? markdownIn(each, "content") ?? title;
    if (text === undefined) return [];
    const options = choicesIn(each);
    const isMultiple = each === fields ? undefined : each.word(kindsOfQuestions, "type");
    const own = answers[each.text("id") ?? ""] ?? answers.action;
    return [
      present<Question>({
        text,
        header: title === text ? undefined : title,
        options: options.length > 0 ? options : undefined,
        multiple: isMultiple === "multiSelect" ? true : undefined,
        answers: answersOf(own),
      }),
    ];
  });
  const state = fields.text("state");
  const isAnswered = fields.flag("isUsed") === true || state === "accepted";
  const call = present<ToolCall>({
    type: "tool-call",
    kind: "question",
    id: uniqueId(`${type}-${callIds.size}`, callIds.size, callIds),
    name: type,
    status: state === "rejected" ? "rejected" : isAnswered ? "completed" : "unknown",
    questions: questions.length > 0 ? questions : undefined,
  });
  answer.parts.push(call);
  return { kept: call };
}

const kindsOfQuestions = ["text", "singleSelect", "multiSelect"] as const;

/** The choices of a question: texts, or objects with a label. */
function choicesIn(question: Fields): Choice[] {
  return ["options", "buttons", "actions"].flatMap((name) => [
    ...question.texts(name).map((label) => ({ label })),
    ...question.objects(name).flatMap((option) => {
      const label = option.text("label");
      if (label === undefined) return [];
      option.text("id");
      option.word([label], "value");
      return [{ label }];
    }),
  ]);
}

function answersOf(value: unknown): string[] | undefined {
  const object = objectOf(value);
  const given = object
    ? [object.selectedValue, ...(listOf(object.selectedValues) ?? []), object.freeformValue]
    : [value];
  const texts = given.flatMap((each) => textOf(each) ?? []);
  return texts.length > 0 ? texts : undefined;
}

/** A reader of what the editor tells; of what tells nothing, the answer keeps what else is there. */
export function noticeReader(level: NoticePart["level"]) {
  return ({ type, fields }: StoredRecord, answer: Answer): Fate => {
    const text =
      markdownIn(fields, "content") ??
      markdownIn(fields, "systemMessage") ??
      markdownIn(fields, "stopReason");
    fields.flag("shimmer");
    fields.text("subAgentInvocationId");
    if (!text) return { kept: answer };
    return added({ type: "notice", level, text, code: type }, answer);
  };
}

function added(part: Exclude<Part, { type: "unknown" }>, { parts }: Answer): Fate {
  parts.push(part);
  return { kept: part };
}

/** Something that the editor draws, kept with a line that says so. */
export function readDrawing({ type, raw }: StoredRecord, answer: Answer): Fate {
  return addDrawing(type, textOf(objectOf(raw[type])?.title) ?? textOf(raw.title), answer);
}

/** A tree of files, as older versions keep it. */
export function readTree(fields: Fields, answer: Answer): Fate {
  const treeData = fields.all();
  return addDrawing("treeData", textOf(treeData.title), answer, { treeData });
}

function addDrawing(
  code: string,
  title: string | undefined,
  answer: Answer,
  native?: JsonObject,
): Fate {
  const name = shownNames[code] ?? code;
  const text = title === undefined ? name : `${name}: ${title}`;
  return added(present({ type: "notice", level: "info", text, code, native }), answer);
}

const shownNames: Readonly<Record<string, string>> = {
  treeData: says.tree,
  multiDiffData: says.changedFiles,
  extensions: says.extensions,
  pullRequest: says.pullRequest,
  command: says.button,
  autoModeResolution: says.chosen,
};
