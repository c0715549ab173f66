/** A piece of a page that is safe to write: made by `html` alone. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template: a text is escaped, markup is not, false and undefined are left out. */
export type Content = string | number | false | undefined | Markup | readonly Content[];

/**
 * Markup from a template, in which every text is escaped for its place: the only way into a page.
 * Markup goes between tags or is attributes, never within the quotes of one.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const places = placesOf(strings);
  let markup = strings[0] ?? "";
  for (const [index, content] of contents.entries())
    markup += markupOf(content, places[index] ?? inTag) + (strings[index + 1] ?? "");
  return { markup };
}

/** Markup that is already safe: what our own files hold, or what a library made of escaped text. */
export function trusted(markup: string): Markup {
  return { markup };
}

const control = /[^\P{Cc}\t\n]/gu;

/** A text between tags. Quotes stay as they are: there, they mean nothing. */
export function escaped(text: string): string {
  // Halves of characters cannot be written as UTF-8, and most control characters not as HTML.
  return withoutControl(text.toWellFormed())
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** A text anywhere in markup: between tags, or in the quotes of an attribute. */
function inTag(text: string): string {
  return escaped(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

const known = new WeakMap<TemplateStringsArray, (typeof inTag)[]>();

// What has an open tag or a quote before it may stand in an attribute.
function placesOf(strings: TemplateStringsArray): (typeof inTag)[] {
  let places = known.get(strings);
  if (!places) {
    let before = "";
    places = strings.map((part) => {
      before = (before + part).replace(/^.*>/s, "");
      return /[<"]/.test(before) ? inTag : escaped;
    });
    known.set(strings, places);
  }
  return places;
}

/** A text without control characters but tabs and line breaks. */
export function withoutControl(text: string): string {
  return text.replace(control, "");
}

function markupOf(content: Content, written: typeof inTag): string {
  if (content === undefined || content === false) return "";
  if (typeof content === "string") return written(content);
  if (typeof content === "number") return String(content);
  return "markup" in content
    ? content.markup
    : content.map((each) => markupOf(each, written)).join("");
}
