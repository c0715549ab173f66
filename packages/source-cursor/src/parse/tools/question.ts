import {
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
} from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { firstText, firstValue, parsed } from "../../values/json-text.js";
import type { DetailsReader } from "./call-data.js";

/** Questions with the options offered, and what was chosen where that was kept. */
export const question: DetailsReader = ({ input, output, additional }) => {
  const answers = answersOf(output) ?? answersOf(additional) ?? new Map<string, string[]>();
  const asked = listOf(parsed(input.questions)) ?? [input];
  return present({
    kind: "question",
    title: firstText(input, "title"),
    questions: nonEmpty(asked.flatMap((item) => questionOf(objectOf(item) ?? {}, answers))),
  });
};

function questionOf(
  asked: JsonObject,
  answers: ReadonlyMap<string, readonly string[]>,
): Question | [] {
  const text = firstText(asked, "prompt", "question", "text");
  if (text === undefined) return [];
  const labels = new Map<string, string>();
  const options = (listOf(asked.options) ?? []).flatMap((option) => {
    const fields = objectOf(option) ?? { id: option, label: option };
    const label = firstText(fields, "label", "text");
    if (label === undefined) return [];
    const id = textOf(fields.id);
    if (id !== undefined && !labels.has(id)) labels.set(id, label);
    return [defined({ label, description: firstText(fields, "description") })];
  });
  const chosen = answers.get(textOf(asked.id) ?? text) ?? [];
  return present({
    header: firstText(asked, "header"),
    text,
    options: nonEmpty(options),
    multiple: firstValue(asked, "allowMultiple", "allow_multiple") === true || undefined,
    answers: nonEmpty(chosen.map((choice) => labels.get(choice) ?? choice)),
  });
}

/** Ids or texts of what was chosen, by the question: from a list of answers or from an object. */
function answersOf(fields: JsonObject): Map<string, string[]> | undefined {
  const answers = parsed(firstValue(fields, "answers", "currentSelections", "selections"));
  const entries = listOf(answers)?.map(answerOf) ?? Object.entries(objectOf(answers) ?? {});
  const chosen = entries.map(([id, choice]): [string, string[]] => [id, choicesOf(choice)]);
  return chosen.length > 0 ? new Map(chosen) : undefined;
}

function answerOf(answer: Json): [string, Json | undefined] {
  const fields = objectOf(answer) ?? {};
  const choices = choicesOf(firstValue(fields, "selectedOptionIds", "selected", "answer"));
  const written = choicesOf(fields.freeformText);
  return [firstText(fields, "questionId", "question_id", "id") ?? "", [...choices, ...written]];
}

function choicesOf(choice: Json | undefined): string[] {
  return (listOf(choice) ?? [choice ?? ""]).flatMap((item) => textOf(item) ?? []);
}
