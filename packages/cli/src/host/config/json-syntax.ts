import { messageOf } from "@chatexport/core";

/** What may stand at a place in JSON, and the words for it. */
const expectations = {
  value: "a value",
  firstValue: "a value or ]",
  name: "a name in double quotes",
  firstName: "a name in double quotes or }",
  colon: "a colon",
  inObject: "a comma or }",
  inList: "a comma or ]",
  end: "the end of the file",
};

type Expected = keyof typeof expectations;

const space = /[ \t\r\n]*/y;
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** The value that a JSON text stands for; throws an error with line, column and what is wrong there. */
export function parseJson(text: string): unknown {
  // Editors on Windows put a mark before the text that JSON does not know.
  const json = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(complaint(json) ?? messageOf(cause), { cause });
  }
}

function complaint(json: string): string | undefined {
  const parents: string[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    at += lengthAt(space, json, at);
    const length = lengthAt(token, json, at);
    const word = json.slice(at, at + length);
    const next = following(expected, word, parents);
    if (next === undefined)
      return at < json.length || expected !== "end" ? describe(json, at, expected) : undefined;
    expected = next;
    at += length;
  }
}

/** What is expected after a word; undefined when the word must not stand there. */
function following(expected: Expected, word: string, parents: string[]): Expected | undefined {
  const closed = () => {
    parents.pop();
    return parents.length === 0 ? "end" : parents.at(-1) === "{" ? "inObject" : "inList";
  };
  if (word === "") return undefined;
  if ((expected === "firstName" || expected === "inObject") && word === "}") return closed();
  if ((expected === "firstValue" || expected === "inList") && word === "]") return closed();
  switch (expected) {
    case "inObject":
      return word === "," ? "name" : undefined;
    case "inList":
      return word === "," ? "value" : undefined;
    case "colon":
      return word === ":" ? "value" : undefined;
    case "name":
    case "firstName":
      return word.startsWith('"') ? "colon" : undefined;
    case "end":
      return undefined;
  }
  parents.push(word);
  if (word === "{") return "firstName";
  if (word === "[") return "firstValue";
  return "}],:".includes(word) ? undefined : closed();
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function describe(json: string, at: number, expected: Expected): string {
  const before = json.slice(0, at).split("\n");
  // Enough to know it again, and too little of a secret.
  const found = /^(?:[\w.+-]{1,16}|"[^"\n]{0,16}"?|'[^'\n]{0,16}'?|.)/su.exec(json.slice(at))?.[0];
  const what = found === undefined ? "the file ends" : `there is ${found}`;
  const place = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return `${place}: expected ${expectations[expected]}, but ${what}`;
}
