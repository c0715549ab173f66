/** A tag as a browser reads it. */
export interface Tag {
  name: string;
  isEnd: boolean;
  attributes: Map<string, string>;
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)>/y;

/**
 * The tags of a page, without what stands in its own styles and scripts. Throws where "<" begins none
 * that we write, because then a browser may read it in its own way.
 */
export function tagsOf(page: string): Tag[] {
  const markup = page
    .replace("<!doctype html>", "")
    .replace(/(<(style|script)>)[\s\S]*?(<\/\2>)/g, "$1$3");
  const tags: Tag[] = [];
  for (let at = markup.indexOf("<"); at >= 0; at = markup.indexOf("<", tag.lastIndex)) {
    tag.lastIndex = at;
    const [, end, name = "", attributes = ""] = tag.exec(markup) ?? [];
    if (name === "") throw new Error(`No tag: ${markup.slice(at, at + 80)}`);
    const pairs = attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g);
    tags.push({
      name,
      isEnd: end === "/",
      attributes: new Map([...pairs].map(([, key = "", value = ""]) => [key, value])),
    });
  }
  return tags;
}

const empty = new Set(["br", "hr", "img", "input", "link", "meta"]);

/** The names of elements that are not ended where they should be. */
export function* misnested(tags: readonly Tag[]): Generator<string> {
  const open: string[] = [];
  for (const { name, isEnd } of tags) {
    if (empty.has(name)) continue;
    if (!isEnd) open.push(name);
    else if (open.pop() !== name) yield name;
  }
  yield* open;
}

const elements = new Set(
  (
    "html head meta link title style script body a header h1 h2 h3 h4 h5 h6 p dl div dt dd code input output button span " +
    "select option dialog kbd nav details summary ol ul li main article time pre b small strong em s blockquote hr br " +
    "table thead tbody tr th td img section label bdi aside footer ins del"
  ).split(" "),
);

const attributes = new Set(
  (
    "lang data-page charset http-equiv property content name class href aria-label aria-labelledby id role hidden type checked placeholder " +
    "autocomplete spellcheck for data-action datetime tabindex data-language data-syntax data-kind data-status value " +
    "title rel src alt loading start data-project data-source data-from data-to dir data-count data-zone aria-controls aria-expanded"
  ).split(" "),
);

/** Elements, attributes and addresses that we never write. */
export function strangeTags(tags: readonly Tag[]): string[] {
  return tags.flatMap(({ name, attributes: given }) => [
    ...(elements.has(name) ? [] : [name]),
    ...[...given.keys()].filter((key) => !attributes.has(key)),
    ...[given.get("href") ?? "#"].filter(
      (href) =>
        !(name === "link" ? /^data:image\/svg\+xml,/ : /^(?:#|https?:\/\/|mailto:|zqx)/).test(href),
    ),
    ...[given.get("src") ?? "data:image/png;"].filter((src) => !/^data:image\/[a-z]+;/.test(src)),
  ]);
}
