import { type JsonObject, listOf, objectOf, objectsOf, textOf } from "../json.js";
import type { Question } from "../model.js";
import { nonEmpty, present } from "../present.js";
import { type ArgumentNames, taken, textsIn } from "./tool-arguments.js";
import type { ToolReader } from "./tool-kinds.js";

/**
 * Questions to the user: those of a list, or, where the table names none, the call itself. An option is a text,
 * or an object with a `label` and a `description`. `answersTo` finds what was chosen or written.
 */
export function question<More extends unknown[] = []>(
  {
    questions,
    options,
    multiple,
    ...names
  }: ArgumentNames<"questions" | "header" | "text" | "options" | "multiple">,
  answersTo?: (asked: Question, stored: JsonObject, index: number, ...more: More) => string[],
): ToolReader<More> {
  return (input, ...more) => {
    const list = questions === undefined ? [input] : objectsOf(taken(input, questions, listOf));
    const asked = list.flatMap((stored, index): Question[] => {
      const said = textsIn(stored, names);
      if (said.text === undefined) return [];
      const one = present<Question>({
        ...said,
        text: said.text,
        // Where there is no other text.
        header: said.header === said.text ? undefined : said.header,
        options: nonEmpty((taken(stored, options, listOf) ?? []).flatMap(optionOf)),
        multiple: taken(stored, multiple, (value) => value === true || undefined),
      });
      const answers = nonEmpty(answersTo?.(one, stored, index, ...more) ?? []);
      return [present<Question>({ ...one, answers })];
    });
    return present({ kind: "question", questions: nonEmpty(asked) });
  };
}

function optionOf(option: unknown): NonNullable<Question["options"]> {
  const { label = option, description } = objectOf(option) ?? {};
  const name = textOf(label);
  return name === undefined ? [] : [present({ label: name, description: textOf(description) })];
}
