import type { Token } from "markdown-it";

type TokenClass = typeof Token;

/**
 * Links that lead somewhere stay; images from elsewhere become links, because the page loads nothing.
 * A link that leads nowhere from here, mostly a path, becomes its text with the target behind it.
 */
export function replaceLinks(tokens: readonly Token[], Class: TokenClass): void {
  for (const token of tokens)
    if (token.children) token.children = [...replaced(token.children, Class)];
}

function* replaced(tokens: readonly Token[], Class: TokenClass): Generator<Token> {
  // A link cannot hold another one, so at most one is open.
  let open: { target: string; isLink: boolean; text: string } | undefined;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const target = String(token.attrGet("href") ?? "");
      const isLink = isAddress(target);
      open = { target, isLink, text: "" };
      yield isLink ? leading(token) : reference(token);
    } else if (token.type === "link_close" && open) {
      if (open.isLink && open.text === "") yield textToken(readable(open.target), Class);
      yield open.isLink ? token : closing(token);
      if (!open.isLink) yield* targetBehind(open.target, open.text, Class);
      open = undefined;
    } else if (token.type === "image") {
      if (open) open.text += "Image";
      yield* image(token, open !== undefined, Class);
    } else {
      if (open) open.text += token.content;
      yield token;
    }
  }
}

function leading(token: Token): Token {
  token.attrSet("rel", "noopener noreferrer nofollow");
  return token;
}

function reference(token: Token): Token {
  token.tag = "span";
  token.attrs = [["class", "reference"], ...titleOf(token)];
  return token;
}

function titleOf(token: Token): [string, string][] {
  const title = token.attrGet("title");
  return title === null ? [] : [["title", String(title)]];
}

function closing(token: Token): Token {
  token.tag = "span";
  return token;
}

function* targetBehind(target: string, text: string, Class: TokenClass): Generator<Token> {
  const written = readable(target);
  if (written === "" || written === text) return;
  yield textToken(" ", Class);
  yield codeToken(written, Class);
}

function* image(token: Token, isInLink: boolean, Class: TokenClass): Generator<Token> {
  const source = String(token.attrGet("src") ?? "");
  if (isSafeImage(source)) {
    yield token;
    return;
  }
  const alt = token.content || readable(source);
  const isLink = isAddress(source) && !isInLink;
  const open = new Class("link_open", isLink ? "a" : "span", 1);
  open.attrs = [[isLink ? "href" : "class", isLink ? source : "reference"], ...titleOf(token)];
  yield isLink ? leading(open) : open;
  yield textToken(`Image: ${alt}`, Class);
  yield new Class("link_close", open.tag, -1);
  if (!isLink) yield* targetBehind(source, alt, Class);
}

function textToken(content: string, Class: TokenClass): Token {
  const token = new Class("text", "", 0);
  token.content = content;
  return token;
}

function codeToken(content: string, Class: TokenClass): Token {
  const token = new Class("code_inline", "code", 0);
  token.content = content;
  return token;
}

const safeImage = /^data:image\/(?:avif|bmp|gif|jpeg|png|webp);base64,/i;

/** True when a link or an image may have a target; the source of all others stays visible text. */
export function isKept(url: string): boolean {
  const scheme = /^[^/?#]*?:/.exec(url)?.[0];
  return scheme === undefined || isAddress(url) || isSafeImage(url);
}

/** True when a target leads to a page or to a mailbox, wherever the document is. */
function isAddress(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url);
}

/** True when a target is an image itself, of a kind that can do nothing but be shown. */
function isSafeImage(url: string): boolean {
  return safeImage.test(url);
}

/** A target as it was written, as far as that is known. */
export function readable(url: string): string {
  try {
    const decoded = decodeURI(url);
    // A control character would be taken away, and a target be shown that it is not.
    return /\p{Cc}/u.test(decoded) ? url : decoded;
  } catch {
    return url;
  }
}
