import type { PersonalSpan } from "./finder.js";

/** Phone numbers: international ones, those of North America, and any behind a word such as "phone". */
export function* phoneNumbers(text: string): Generator<PersonalSpan> {
  for (const pattern of [international, american, named])
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.number ?? [0, 0];
      const number = text.slice(start, end);
      const digits = number.replace(/\D/g, "");
      if (digits.length < 7 || digits.length > 15 || isInvented(digits) || isDate(number)) continue;
      yield { kind: "phone-number", start, end };
    }
}

// A plus at the beginning of a line is that of a diff more often than not, so there a blank has to follow its code.
const international =
  /(?<![\w+./=-])(?<number>\+[1-9]\d{0,2}(?:[ .-]?\(\d{1,4}\))?(?:[ .-]\d{2,8}){2,5}|(?<!\n)(?<!^)\+[1-9]\d{9,13})(?![\w.-]?\d)/dg;

const american = /(?<![\w.+/-])(?<number>\(\d{3}\) ?\d{3}-\d{4})(?![\w-])/dg;

const named =
  /(?<![A-Za-z])(?:phone|tel|telefon|mobile|mobil|fax|cell|handy|whatsapp|t[ée]l[ée]phone|tel[ée]fono)(?:[ _-]?(?:number|nr|no))?["']?\.?[ \t]{0,3}[:=][ \t]{0,3}["']?(?<number>[+(]?\d[\d ()/.-]{5,20}\d)(?![\w.-])/dgi;

/** Numbers that are kept free for films and examples. */
function isInvented(digits: string): boolean {
  return /55501\d\d$|^1?5555555555$|^(\d)\1+$|^0?123456789?/.test(digits);
}

function isDate(number: string): boolean {
  return /^\+?(?:19|20)\d\d[-. /]\d\d?[-. /]\d\d?/.test(number);
}
