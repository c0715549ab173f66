/* Diffs: the numbers of their lines, which are in an attribute, so that the text stays as it is. */

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
    } else if (line.startsWith("@@")) [before, after] = [Number.NaN, Number.NaN];
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

/** Files in which words are words. */
const prose = /(?:^|\.(?:md|mdx|txt|rst|adoc)|^[^.]*)$/i;

/** The syntax of the lines of a diff, for their colours: prose has none. */
function syntaxOfDiff(diff: Element): string {
  const file = diff.closest("details")?.querySelector("summary > code")?.textContent ?? "";
  return prose.test(file) ? "prose" : "anything";
}
