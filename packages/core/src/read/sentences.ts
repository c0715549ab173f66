/** The sentences that a person wrote in a prompt: no greetings, pictures, commands, code or texts of machines. */
export function sentencesOf(prompt: string): string[] {
  const sentences = paragraphsOf(prompt).flatMap((paragraph) =>
    said(paragraph)
      .split(sentenceEnd)
      .map((sentence) => sentence.trim()),
  );
  return sentences.map((sentence, at) => {
    const next = sentences.slice(at + 1).find((each) => each !== "");
    return withoutEnd(next === undefined ? sentence : withAnnounced(sentence, next));
  });
}

/** "Implement the following plan:" names no plan, but the sentence after it does. */
function withAnnounced(sentence: string, next: string): string {
  const [, before = "", things = ""] = /^(.{0,60}\b)following (.{1,40}):$/i.exec(sentence) ?? [];
  if (things === "") return sentence;
  const isNamed = next.toLowerCase().startsWith(`${things.toLowerCase()}: `);
  return `${before}${things}: ${isNamed ? next.slice(things.length + 2) : next}`;
}

/** The typed text, a line for each paragraph: one that goes on in lower case was wrapped. */
function paragraphsOf(prompt: string): string[] {
  const paragraphs: string[] = [];
  let isNew = true;
  for (const line of typedLines(prompt)) {
    const text = line.replace(placeholders, " ").trim();
    const before = paragraphs.at(-1) ?? ".";
    if (text === "" || isOfMachine(text)) isNew = true;
    else if (isNew || !/^\p{Ll}/u.test(text) || /[.!?:;…。！？]$/.test(before)) {
      paragraphs.push(text);
      isNew = false;
    } else paragraphs[paragraphs.length - 1] = `${before} ${text}`;
  }
  return paragraphs;
}

/** The lines outside of fences and of elements such as <context>. */
function* typedLines(prompt: string): Generator<string> {
  let fence: string | undefined;
  let element: string | undefined;
  let rest = prompt;
  for (const line of prompt.split(/\r\n?|\n/)) {
    rest = rest.slice(line.length + 1);
    const text = line.trim();
    const mark = /^(?:```|~~~)/.exec(text)?.[0];
    const opened = /^<([a-z][\w-]*)(?: [^>]*)?>/.exec(text)?.[1];
    if (element !== undefined) {
      if (text.endsWith(element)) element = undefined;
    } else if (fence !== undefined) {
      if (mark === fence) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (opened !== undefined && text.endsWith(`</${opened}>`)) yield "";
    else if (opened !== undefined && rest.includes(`</${opened}>`)) element = `</${opened}>`;
    // Some programs end each line of a prompt so.
    else yield text.endsWith("\\") ? text.slice(0, -1) : text;
  }
}

/** Placeholders of pictures and pasted texts. */
const placeholders = /\[(?:image|pasted text|file|audio)\b[^\]]{0,300}\]/gi;

/** JSON, a prompt of a shell, a diff, a rule, a line of a table, a trace of a stack, one long word, only paths. */
function isOfMachine(line: string): boolean {
  return (
    /^(?:[{[]\s?["{[\]}]|"[^"]*":|[{}[\]]+,?$|\$ |diff --git |@@ |[+-]{3} |[-=|+*_#~]{3}|\|.*\|$|at \S+ \(|Traceback |<[^>]*>$|[!-~]{60,}$)/.test(
      line,
    ) || line.split(" ").every((word) => /^[@/~]/.test(word))
  );
}

/** The words of a paragraph, without marks of Markdown and whom it greets. */
function said(paragraph: string): string {
  let text = paragraph;
  let before: string;
  do {
    before = text;
    for (const beginning of beginnings) text = text.replace(beginning, "").trimStart();
    text = withoutCommand(text);
  } while (text !== before);
  if (text !== paragraph) text = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return text.replace(strong, "$1");
}

const strong = /(?<![\w/*])\*\*(?=[\p{L}\p{N}`"'“])([^*\n]+)\*\*(?![\w/*])/gu;

/** Beginnings of a paragraph that say nothing yet. */
const beginnings = [
  // Marks of Markdown: of a heading, a list, a quotation.
  /^(?:#{1,6} |[-*•] |\d{1,3}[.)] |>)/,
  // Hey Ada, or Hello there!
  /^(?:hey|hi|hello|hiya|howdy|dear|greetings|good (?:morning|afternoon|evening)|hallo|moin|servus|guten (?:tag|morgen|abend)|bonjour|salut|hola|buenos días|ciao|olá|привет|здравствуйте|こんにちは|こんばんは|你好|您好|안녕하세요)(?:[ ,]{1,2}\p{L}[\p{L}\p{N}.-]*(?=[,!，！]|$)| (?:there|again|all|everyone|team|folks))?(?:[,!.:;、，！。]+|$)/iu,
  // Where a picture or a document lies that was pasted or dropped.
  /^(?:'[^']*\.\w{2,4}'|"[^"]*\.\w{2,4}")/,
  /^(?:[/~]|[a-z]:\\|file:)(?:[^\s\\]|\\.)*(?<=\.(?:png|jpe?g|gif|webp|heic|bmp|svg|pdf|mov|mp4|txt|csv))(?!\S)/i,
];

/** A text without the command before it; a command with no more than two words says nothing: /model opus. */
function withoutCommand(text: string): string {
  const [command = "", ...words] = text.split(" ");
  if (!/^\/[a-z][\w:-]*$/i.test(command)) return text;
  return words.length > 2 || /\p{Lo}{4}/u.test(text) ? text.slice(command.length + 1) : "";
}

/** The place where a sentence ends and another one begins: not after an abbreviation, nor after a number. */
const sentenceEnd =
  /(?<=\S[.!?…]["'”’)\]]{0,2})(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|bzw|usw|[a-z])\.)(?<!(?:^|\s)\d{1,9}\.)\s+|(?<=[。！？][」』）”]?)(?![」』）”。！？])/iu;

/** Without a full stop, which a title does not have. */
function withoutEnd(sentence: string): string {
  return sentence.replace(/(?<!\.)\.$|[:;,。、]$/u, "");
}
