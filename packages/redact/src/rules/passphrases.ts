import { nameSet } from "@chatexport/core/read";
import { patternRule } from "./rule.js";

/*
 * Passphrases of words, where nothing else can be meant: no word is one that sentences, labels and code have.
 */

const names =
  "[Pp]assphrase|PASSPHRASE|[Pp]assword|PASSWORD|[Pp]asswort|[Mm]ot de passe|[Cc]ontraseña|psk|PSK|[Pp]wd|PWD";

/** Of whom or what, and what joins: `password for the vault is`. */
const joint =
  "(?: (?:for|of|to)(?: [\\w-]{1,20}){1,3})?\\\\{0,3}[\"'`]?[ \\t]{0,20}(?:[:=]|is|ist|est|es|now|to|)(?: now|:)?[ \\t]{0,4}(?:\\\\{0,3}[\"'`]|[„“«‘*]{1,2})?[ \\t]?";

const words = "[a-z]{3,10}(?:[ ._-][a-z]{3,10}){2,9}";

/** Words of labels, messages and code, and those that join others. */
const others = nameSet(
  "the and for with from that this your you are was were has have had not but can will would must may should",
  "our their its his her all any one two new old own when where which who why how what than then into onto over",
  "out off only also just very more most some such each per via use used uses using user users enter please type",
  "again confirm repeat change changed reset forgot show hide set get sent send hash hashed hashing encoded encrypted",
  "plain text string value values field fields key keys token tokens secret secrets password passwords passphrase",
  "login account name email auth admin root service client server database host required optional invalid wrong",
  "incorrect missing expired default current same match does did doesn could strong weak long short least too",
  "file files path config env variable input output prompt stored stdin protected policy generator manager",
  "test tests example your work works working fine here there needs need been being because after before while",
  "correctly successfully failed error check checks verify create created update updated delete deleted",
);

/** A passphrase of words behind its name. */
export const phraseRule = patternRule(
  "password",
  `(?:${names})${joint}(?<secret>${words})(?=\\\\{0,3}["'\`”»“*]|[ ]?»|[.;,]?(?:\\\\n|\\r?\\n|$))`,
  (phrase, match) => {
    const front = match.slice(0, -phrase.length);
    // Behind a word alone, sentences go on: "the password is printed without …".
    const fewest = /["'`„“«‘]\s?$/.test(front)
      ? 3
      : /[:=]\**[ \t]*$/.test(front)
        ? 4
        : Number.POSITIVE_INFINITY;
    return phrase.split(/[ ._-]/).length >= fewest && isPhrase(phrase);
  },
  `(?:${names})${joint}[a-z]{3,10}[ ._-][a-z]{3,10}[ ._-][a-z]{3}`,
  0,
);

/** True when words that have the same sign between them can be a passphrase. */
export function isPhrase(text: string): boolean {
  const [sign = " "] = /[ ._-]/.exec(text) ?? [];
  const all = text.split(sign);
  if (!all.every((word) => /^[a-z]{3,10}$/.test(word) && !others.has(word))) return false;
  // Names of hosts, packages and files.
  return (
    all.length > 2 && !/\.(?:com|net|org|dev|json|yaml|yml|env|txt|html|local|test)$/.test(text)
  );
}
