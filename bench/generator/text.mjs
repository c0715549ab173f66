const words =
  "the parser reads each line once and keeps what it cannot name so nothing is lost when a field moves between two versions we should check that first because the index is built from the end of a file a short test would show it add one for the empty case then run all of them again".split(
    " ",
  );
const nouns = "session reader index cursor buffer token branch record window queue".split(" ");
// Models write these all the time; one of them makes V8 hold the whole line two bytes a character.
const marks = [" — ", " → ", " “so it seems” ", "… ", " ✓ ", " naïve "];

/** A word that stands once in each session, and nowhere else. */
export const markWord = "albatross";

/** Texts as people, models and compilers write them; made of a stock, to be quick. */
export function textFrom(random) {
  const plainSentences = Array.from({ length: 400 }, () => sentence(false));
  const richSentences = Array.from({ length: 400 }, () => sentence(true));
  const codeLines = Array.from({ length: 600 }, (_, index) => codeLine(index));

  function sentence(rich) {
    const count = random.integer(6, 18);
    const list = Array.from({ length: count }, () => random.pick(words));
    if (rich) list.splice(random.integer(1, count - 1), 0, random.pick(marks).trim());
    if (random.chance(0.3)) list.push(`\`${random.pick(nouns)}.ts\``);
    const text = list.join(" ");
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  function codeLine(index) {
    const [a, b] = [random.pick(nouns), random.pick(nouns)];
    return random.pick([
      `  const ${a}${index} = ${b}.next(${index}) ?? "${random.pick(words)}";`,
      `  if (${a}.length > ${index}) return ${b}[${index}];`,
      `export function ${a}${index}(${b}: ${b}Like): ${a}Like {`,
      `  // ${random.pick(plainSentences)}`,
      "}",
      "",
    ]);
  }

  function prose(length, sentences) {
    let text = "";
    while (text.length < length) {
      text += random.pick(sentences);
      text += random.chance(0.25) ? "\n\n" : " ";
    }
    return text.trimEnd();
  }

  /** Lines of a program. */
  const code = (count) => Array.from({ length: count }, () => random.pick(codeLines));

  /** Prose of about this many characters, with typographic characters. */
  const rich = (length) => prose(length, richSentences);

  /** Prose of about this many characters in ASCII. */
  const plain = (length) => prose(length, plainSentences);

  /** Markdown with a heading, a list and a fence, as answers have. */
  function markdown(length) {
    const body = rich(length * 0.6);
    const list = [1, 2, 3].map(() => `- **${random.pick(nouns)}**: ${random.pick(richSentences)}`);
    const fence = ["```ts", ...code(4), "```"];
    return [`## ${random.pick(plainSentences)}`, body, list.join("\n"), fence.join("\n")].join(
      "\n\n",
    );
  }

  /** The output of a command. */
  function output(length) {
    let text = "";
    for (let row = 1; text.length < length; row++)
      text += `${random.chance(0.02) ? "✓ " : "ok "}${row} ${random.pick(plainSentences)}\n`;
    return text;
  }

  return { code, rich, plain, markdown, output, noun: () => random.pick(nouns) };
}
