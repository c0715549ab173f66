import {
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type ToolDetails,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, textOf } from "@chatexport/core/read";

type Choice = NonNullable<Question["options"]>[number];

/** Questions to the user with the options offered; what was answered is filed under the id of the question. */
export function questionDetails(input: JsonObject, answered: JsonObject = {}): ToolDetails {
  const questions = objectsOf(input.questions).flatMap(
    ({ id, question, header, options }): Question[] => {
      const text = textOf(question);
      const choices = objectsOf(options).flatMap(({ label, description }): Choice[] => {
        const name = textOf(label);
        return name ? [present({ label: name, description: textOf(description) })] : [];
      });
      if (!text) return [];
      return [
        present({
          text,
          header: textOf(header),
          options: nonEmpty(choices),
          answers: nonEmpty(answersIn(answered[textOf(id) ?? ""])),
        }),
      ];
    },
  );
  return present({ kind: "question", questions: nonEmpty(questions) });
}

/** What was chosen, and what was written beside it or instead. */
function answersIn(answer: Json | undefined): string[] {
  return (listOf(objectOf(answer)?.answers) ?? []).flatMap(
    (each) => textOf(each)?.replace(/^user_note: /, "") || [],
  );
}
