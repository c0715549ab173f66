/*
 * The colours of code. They are ranges over its text, which stays as it is: nothing is in the way of
 * a search, of copying, or of readers without scripts.
 */

/** A kind of token with a colour of its own, by the name of its rule in the styles. */
type Colour = "comment" | "string" | "number" | "keyword" | "name";

/**
 * The rules for the colours of some languages: what each of the groups finds has its colour; a word may be
 * a keyword or a name.
 */
interface Syntax {
  tokens: RegExp;
  keywords: ReadonlySet<string>;
}

const keywords = wordSet(
  "abstract and as assert async await begin break case catch class const continue def default defer del delete do done " +
    "elif elsif else elseif end endif enum esac except export extends extern false fi final finally fn for foreach from " +
    "func function global goto if impl implements import in include inline instanceof interface internal is lambda let " +
    "local loop match mod module mut namespace new nil none not null operator or override package pass private protected " +
    "pub public raise readonly ref require rescue return self sizeof static struct super switch template then this throw " +
    "throws trait true try type typedef typeof typename undefined union unless unsafe until use using val var virtual void " +
    "volatile when where while with yield False None True",
);

const keywordsOfQueries = wordSet(
  "add all alter and as asc begin between by case check column commit constraint create cross database default delete desc " +
    "distinct drop else elseif end except exists explain false foreign from full function grant group having if in index " +
    "inner insert intersect into is join key left like limit local module nil not null of offset on or order outer primary " +
    "references repeat return returning right rollback select set table then transaction trigger true union unique until " +
    "update using values view when where while with",
);

const values = wordSet("true false null yes no on off True False None");

/** By the name that a page gives a block; a diff may hold anything. */
const syntaxes: Readonly<Record<string, Syntax>> = {
  braces: {
    tokens:
      /(?<comment>(?<!:)\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|(?<number>\b\d[\w.]*|#[\da-fA-F]{3,8}\b)|(?<word>[A-Za-z_]\w*)/g,
    keywords,
  },
  hash: {
    tokens:
      /(?<comment>(?<!\S)#.*|<#[\s\S]*?(?:#>|$))|(?<string>"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
    keywords,
  },
  dashes: {
    tokens:
      /(?<comment>--.*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
    keywords: keywordsOfQueries,
  },
  markup: {
    tokens:
      /(?<comment><!--[\s\S]*?(?:-->|$))|(?<keyword><\/?[A-Za-z][\w:.-]*)|(?<string>"[^"\n]*"|'[^'\n]*')|(?<name>(?<![\w:@.-])[\w:@.-]+(?==))/g,
    keywords: new Set(),
  },
  data: {
    tokens:
      /(?<comment>(?<!\S)[#;].*)|(?<name>"(?:[^"\\\n]|\\.)*"(?=:)|(?<!\S)[\w.-]+(?=[:=]))|(?<string>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?<number>(?<![^\s:=,[])-?\d[\w.+-]*)|(?<word>[A-Za-z_]\w*)/g,
    keywords: values,
  },
  anything: {
    tokens:
      /(?<comment>(?:(?<!:)\/\/|#[ !]|<!--|\/\*).*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
    keywords,
  },
};

/** More is not coloured: nobody reads it for that, and it would take time. */
const mostColoured = { characters: 20_000, ofLine: 500 };

/** Colours code that is read in one of these ways; nothing in a browser that has no ranges with colours. */
function colourCode(block: Element, { tokens, keywords }: Syntax): void {
  const whole = block.textContent ?? "";
  if (
    !("highlights" in CSS) ||
    whole.split("\n").some(({ length }) => length > mostColoured.ofLine)
  )
    return;
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let length = 0; length < mostColoured.characters && texts.nextNode(); ) {
    const node = texts.currentNode;
    const text = node.parentElement?.matches(".place, .file") ? "" : (node.nodeValue ?? "");
    length += text.length;
    for (const { index, groups = {}, 0: found } of text.matchAll(tokens)) {
      const colour = colourOf(groups, text[index + found.length] === "(", keywords);
      if (colour !== undefined) addColour(colour, node, index, found.length);
    }
  }
}

/** The colour of what was found; of a word, what it is depends on the language and on what follows. */
function colourOf(
  { word, ...groups }: Record<string, string | undefined>,
  isCalled: boolean,
  keywords: ReadonlySet<string>,
): Colour | undefined {
  if (word === undefined) return (Object.keys(groups) as Colour[]).find((name) => groups[name]);
  if (keywords.has(word) || (keywords === keywordsOfQueries && keywords.has(word.toLowerCase())))
    return "keyword";
  return isCalled ? "name" : undefined;
}

function addColour(name: Colour, node: Node, start: number, length: number): void {
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

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
