/** A piece of a page that is safe to write: made by `html` alone. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template: a text is escaped, markup is not, false and undefined are left out. */
export type Content = string | number | false | undefined | Markup | readonly Content[];

/** Markup from a template, in which every text is escaped: the only way into a page. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let markup = strings[0] ?? "";
  for (const [index, content] of contents.entries())
    markup += markupOf(content) + (strings[index + 1] ?? "");
  return { markup };
}

/** Markup that is already safe: what our own files hold, or what a library made of escaped text. */
export function trusted(markup: string): Markup {
  return { markup };
}

const control = /[^\P{Cc}\t\n]/gu;

/** A text as it stands between tags or in a quoted attribute. */
export function escaped(text: string): string {
  // Halves of characters cannot be written as UTF-8, and most control characters not as HTML.
  return withoutControl(text.toWellFormed())
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A text without control characters but tabs and line breaks. */
export function withoutControl(text: string): string {
  return text.replace(control, "");
}

function markupOf(content: Content): string {
  if (content === undefined || content === false) return "";
  if (typeof content === "string") return escaped(content);
  if (typeof content === "number") return String(content);
  return "markup" in content ? content.markup : content.map(markupOf).join("");
}
