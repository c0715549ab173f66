import { messageOf } from "@chatexport/core";
import type { ParseError } from "jsonc-parser";

/** The text that the parser expects where it complains, by the names of its codes. */
const expectations: Readonly<Record<string, string>> = {
  ValueExpected: "a value",
  PropertyNameExpected: "a name in double quotes",
  ColonExpected: "a colon",
  CommaExpected: "a comma",
  CloseBraceExpected: "a comma or }",
  CloseBracketExpected: "a comma or ]",
  EndOfFileExpected: "the end of the file",
  InvalidCommentToken: "no comment",
  UnexpectedEndOfString: "a text in double quotes in one line",
  InvalidEscapeCharacter: "a character that can be escaped",
  InvalidUnicode: "four hexadecimal digits",
  InvalidCharacter: "no control character",
};

/** The value that a JSON text stands for; throws an error with line, column and what is wrong there. */
export async function parseJson(text: string): Promise<unknown> {
  // Editors on Windows put a mark before the text that JSON does not know.
  const json = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(json);
  } catch (cause) {
    const { parse, printParseErrorCode } = await import("jsonc-parser");
    const errors: ParseError[] = [];
    parse(json, errors, { disallowComments: true });
    const [first] = errors;
    if (!first) throw new Error(messageOf(cause), { cause });
    // Of a word that cannot stand anywhere, the next complaint says what should be there.
    const names = errors.map(({ error }) => expectations[printParseErrorCode(error)]);
    const expected = names.find((name) => name !== undefined) ?? "the end of the file";
    throw new Error(describe(json, first.offset, expected), { cause });
  }
}

function describe(json: string, at: number, expected: string): string {
  const before = json.slice(0, at).split("\n");
  // Enough to know it again, and too little of a secret.
  const found = /^(?:[\w.+-]{1,16}|"[^"\n]{0,16}"?|'[^'\n]{0,16}'?|.)/su.exec(json.slice(at))?.[0];
  const what = found === undefined ? "the file ends" : `there is ${found}`;
  const place = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return `${place}: expected ${expected}, but ${what}`;
}
