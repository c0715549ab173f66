/*
 * Diffs get the numbers of their lines and the colours of code when they come on the screen. Neither
 * changes their text: numbers stand in an attribute, colours are ranges.
 */

const diffObserver = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes)
    if (isIntersecting) {
      diffObserver.unobserve(target);
      addLineNumbers(target);
      colourCode(target);
    }
});
for (const diff of document.querySelectorAll("#conversation .diff")) diffObserver.observe(diff);

/** Adds the numbers of lines before and after, where the diff says where it begins. */
function addLineNumbers(diff: Element): void {
  const numbers = lineNumbers(diff.textContent?.trimEnd().split("\n") ?? []);
  if (numbers === undefined) return;
  const gutter = document.createElement("span");
  gutter.className = "gutter";
  gutter.dataset.numbers = numbers;
  diff.prepend(gutter);
}

function lineNumbers(lines: readonly string[]): string | undefined {
  let [before, after] = [Number.NaN, Number.NaN];
  let isKnown = false;
  const rows = lines.map((line): [string, string] => {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (place !== null) {
      [before, after] = [Number(place[1]), Number(place[2])];
      isKnown = true;
    } else if (line.startsWith("@@") || line.startsWith("[…"))
      [before, after] = [Number.NaN, Number.NaN];
    else if (line.startsWith("+")) return ["", numeral(after++)];
    else if (line.startsWith("-")) return [numeral(before++), ""];
    else if (line.startsWith(" ")) return [numeral(before++), numeral(after++)];
    return ["", ""];
  });
  if (!isKnown) return undefined;
  const width = Math.max(...rows.flat().map(({ length }) => length));
  return rows.map((row) => row.map((number) => number.padStart(width)).join(" ")).join("\n");
}

function numeral(number: number): string {
  return Number.isNaN(number) ? "" : String(number);
}

const tokens =
  /(?<comment>(?:(?<!:)\/\/|#[ !]|<!--|\/\*).*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)|(?<number>\b\d[\w.]*)|(?<keyword>\b[A-Za-z]\w*)/g;

/** Words that most languages have for themselves. */
const keywords = new Set(
  (
    "abstract and as async await break case catch class const continue def default del do elif else end enum " +
    "except export extends false final finally fn for from func function if impl implements import in interface " +
    "is lambda let loop match mod mut new nil none not null or override package pass private protected pub " +
    "public raise readonly return self static struct super switch then this throw trait true try type typeof " +
    "undefined use using val var void when where while with yield False None True"
  ).split(" "),
);

/** Files in which words are words. */
const prose = /(?:^|\.(?:md|mdx|txt|rst|adoc)|^[^.]*)$/i;

/** More is not coloured: nobody reads it for that, and it would take time. */
const mostColoured = { characters: 20_000, ofLine: 500 };

/** Colours strings, numbers, comments and keywords. */
function colourCode(diff: Element): void {
  const file = diff.closest("details")?.querySelector("summary > code")?.textContent ?? "";
  if (!("highlights" in CSS) || prose.test(file)) return;
  if (diff.textContent?.split("\n").some((line) => line.length > mostColoured.ofLine)) return;
  const texts = document.createTreeWalker(diff, NodeFilter.SHOW_TEXT);
  for (let length = 0; length < mostColoured.characters && texts.nextNode(); ) {
    const node = texts.currentNode;
    const text = node.parentElement?.matches(".place, .file") ? "" : (node.nodeValue ?? "");
    length += text.length;
    for (const { index, groups = {}, 0: found } of text.matchAll(tokens))
      for (const [name, value] of Object.entries(groups))
        if (value !== undefined && (name !== "keyword" || keywords.has(value)))
          addColour(name, node, index, found.length);
  }
}

function addColour(name: string, node: Node, start: number, length: number): void {
  const known = CSS.highlights.get(name) ?? new Highlight();
  // Matches of a search stand out above all colours.
  known.priority = -1;
  CSS.highlights.set(name, known);
  const [startContainer, endContainer] = [node, node];
  known.add(
    new StaticRange({
      startContainer,
      startOffset: start,
      endContainer,
      endOffset: start + length,
    }),
  );
}
