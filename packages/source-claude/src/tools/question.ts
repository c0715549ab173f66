import { defined, nonEmpty, present, type Question } from "@chatexport/core";
import { listOf, objectOf, stringOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";

/** Questions with the options offered; the answers are filed under the text of the question. */
export const question: DetailsReader = (input, output) => {
  const answers = objectOf(output.answers) ?? {};
  const questions = (listOf(input.questions) ?? []).flatMap((item): Question[] => {
    const asked = objectOf(item);
    const text = stringOf(asked?.question);
    if (text === undefined) return [];
    const answer = Object.hasOwn(answers, text) ? stringOf(answers[text]) : undefined;
    const options = (listOf(asked?.options) ?? []).flatMap((option) => {
      const label = stringOf(objectOf(option)?.label);
      const description = stringOf(objectOf(option)?.description);
      return label === undefined ? [] : [defined({ label, description })];
    });
    return [
      defined({
        header: stringOf(asked?.header),
        text,
        options: nonEmpty(options),
        multiple: asked?.multiSelect === true ? true : undefined,
        answers: answer === undefined ? undefined : [answer],
      }),
    ];
  });
  return present({ kind: "question", questions: nonEmpty(questions) });
};
