import { fail } from "node:assert/strict";
import type { Diagnostic, Session, Sink, SinkContext } from "@chatexport/core";

/** A sink, with what the checks need to know of its documents. */
export interface CheckedSink {
  /** Makes the sink with the options that are checked. */
  create(): Sink;
  /**
   * The structure that a program which reads the format finds in a document besides the words of
   * people: its elements, headings, keys. It must be the same whatever they wrote. It is called for
   * each document, page and index, and throws for a text that is none.
   */
  outline(document: string): unknown;
  /**
   * The sink was checked already with other options: what these cannot change is then not checked
   * again, and each hostile text is in one of the samples instead of all of them.
   */
  isVariant?: boolean;
  /**
   * Texts that could leave their place in this format alone, such as what ends a block in it. They
   * take the places of the texts of `hostileStrings`. One that has to be alone on its line ends in
   * a line break.
   */
  hostile?: readonly string[];
  /** The text in a document of a binary format; without this, documents are UTF-8. */
  text?(document: Uint8Array): string;
}

/** A file that a sink put beside a document. */
interface Asset {
  bytes: Uint8Array;
  mediaType: string;
  name: string | undefined;
  link: string;
}

/** A further page of a document, as text. */
interface Page {
  name: string;
  text: string;
  link: string;
}

/** The output for a session. */
export interface Rendering {
  /** The document as text. */
  text: string;
  pages: Page[];
  assets: Asset[];
  reported: Diagnostic[];
}

/** The offers of a host; a host of a document alone has none. */
interface Offer {
  /** It can put files beside the document. */
  files?: boolean;
  /** It has a folder for pages; without this it has one when the sink asks for a folder. */
  pages?: boolean;
  signal?: AbortSignal;
}

/** Renders a session as a host would that keeps everything in memory. */
export async function rendered(
  subject: CheckedSink,
  sink: Sink,
  session: Session,
  offer: Offer = {},
): Promise<Rendering> {
  const host = hostOf(subject, sink, offer);
  const text = await textOf(subject, sink.render(session, host.context));
  const { pages, assets, reported } = host;
  return { text, pages, assets, reported };
}

/** A host, with what it got. */
interface Host extends Omit<Rendering, "text"> {
  context: SinkContext;
}

/** A host that keeps in memory what a sink hands to it. */
export function hostOf(subject: CheckedSink, sink: Sink, offer: Offer = {}): Host {
  const pages: Page[] = [];
  const assets: Asset[] = [];
  const reported: Diagnostic[] = [];
  let links = 0;
  const context: SinkContext = {
    report: (diagnostic) => void reported.push(diagnostic),
    signal: offer.signal ?? new AbortController().signal,
    async asset(bytes, mediaType, name) {
      if (!offer.files) return undefined;
      const link = linkWord("file", ++links);
      assets.push({ bytes, mediaType, name, link });
      return link;
    },
  };
  if (offer.pages ?? sink.layout === "folder")
    context.page = async (name, content) => {
      const link = linkWord("page", ++links);
      pages.push({ name, text: await textOf(subject, content), link });
      return link;
    };
  return { context, pages, assets, reported };
}

// Of letters alone: they are the same however a format escapes or encodes text.
function linkWord(what: string, number: number): string {
  const letters = [...String(number)].map((digit) => "abcdefghij"[Number(digit)]);
  return `zqx${what}${letters.join("")}zqx`;
}

/** All pieces as one text; throws where they are none. */
export async function textOf(
  subject: CheckedSink,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(bytesOf(piece));
  const bytes = Buffer.concat(all);
  return subject.text ? subject.text(bytes) : utf8Of(bytes);
}

function utf8Of(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    fail("the document is not text in UTF-8");
  }
}

// A host may write each piece on its own, and half a character cannot be written.
function bytesOf(piece: string | Uint8Array): Uint8Array {
  if (typeof piece !== "string") return piece;
  if (!piece.isWellFormed())
    fail("a piece of the document has half a character (a lone surrogate)");
  return Buffer.from(piece);
}

/** All texts of a rendering: the document, then its pages. */
export function textsOf({ text, pages }: Rendering): string[] {
  return [text, ...pages.map((page) => page.text)];
}

/** Everything in which a word can be found: the document, its pages and its files. */
export function everythingOf(rendering: Rendering): string {
  const files = rendering.assets.map(({ bytes }) => Buffer.from(bytes).toString());
  return [...textsOf(rendering), ...files].join("\n");
}

/** All that came out as one text, to compare it with another. */
export function sumOf(rendering: Rendering): string {
  const files = rendering.assets.map(({ bytes, mediaType, name = "" }) =>
    [mediaType, name, Buffer.from(bytes).toString("base64")].join(" "),
  );
  const pages = rendering.pages.flatMap(({ name, text }) => [name, text]);
  return [rendering.text, ...pages, ...files].join("\n");
}

// In characters, to each side of the first difference.
const shown = 60;

/** Yields the place where two texts begin to differ. */
export function* changes(actual: string, expected: string, when: string): Generator<string> {
  if (actual !== expected) yield `${when} ${differenceOf(actual, expected)}`;
}

/** The text around the place where two texts begin to differ. */
export function differenceOf(actual: string, expected: string): string {
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - shown), at + shown));
  return `it is ${excerpt(actual)}\nwhere it was ${excerpt(expected)}`;
}
