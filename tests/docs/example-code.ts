import { readFileSync } from "node:fs";
import { join } from "node:path";

const block = /(<!-- (examples\/[^\s:]+)(?:: (\w+))? -->\n\n(`{3,})\w*\n)(?:.*?\n)??(?=\4\n)/gs;

/**
 * A page with the code of the examples as they are now: a block after a comment that names a file, or
 * a file and one thing that is declared in it.
 */
export function withExampleCode(page: string, root: string): string {
  return page.replaceAll(block, (_, beginning: string, path: string, name?: string) => {
    const text = readFileSync(join(root, path), "utf8");
    return beginning + (name === undefined ? text : declarationOf(name, text));
  });
}

/** The declaration of a name at the beginning of a line, with its comment, to the end of it. */
function declarationOf(name: string, text: string): string {
  const keywords = String.raw`(?:export )?(?:default )?(?:async )?(?:function\*?|const|interface|type)`;
  const lines = text.split("\n");
  const at = lines.findIndex((line) => new RegExp(`^${keywords} ${name}\\b`).test(line));
  if (at === -1) throw new Error(`nothing is declared as ${name}`);
  const blank = lines.lastIndexOf("", at);
  const isEnd = (line: string) => /^[}\])].*(?<!\{)$/.test(line) || /^\S.*;$/.test(line);
  const end = lines.findIndex((line, index) => index >= at && isEnd(line));
  return `${lines.slice(blank + 1, end + 1).join("\n")}\n`;
}
