import { type FilePart, present, type SinkContext } from "@chatexport/core";
import { type Asset, count, oneLine } from "@chatexport/document";
import { inlineCodeMarkup } from "./code.js";
import { html, type Markup } from "./escape.js";

// Kinds of images that can do nothing but be shown. The scripts of a drawing in SVG do not run in an
// image, but a kilobyte of parts that use other parts ten times each stops a browser for good.
const shown = new Set(["avif", "bmp", "gif", "jpeg", "png", "webp"].map((type) => `image/${type}`));

/** The largest image that is written into a page, in bytes: larger ones make it slow to open. */
const largestImage = 4 * 1024 * 1024;

/** A file, and of an image the place in the page. */
export interface PlacedAsset extends Asset {
  image?: ImagePlace | undefined;
}

/** The place of an image: "image-3", "Image 1 of prompt 2". */
interface ImagePlace {
  id: string;
  words: string;
}

/** True when a file is an image that a page can show. */
export function isImage(part: FilePart): boolean {
  return shown.has(typeOf(part));
}

/** Lets the host put a file beside the page, unless it is an image that the page itself holds. */
export async function placeAsset(asset: PlacedAsset, context: SinkContext): Promise<PlacedAsset> {
  const { part } = asset;
  const bytes = bytesOf(part);
  if (isInPage(part, bytes)) return asset;
  return present({ ...asset, url: await context.asset(bytes, typeOf(part), part.name) });
}

/**
 * A file in the page or beside it: images are part of the page, so that it is whole on its own; to
 * other files there is a link, or a line that says what is not there.
 */
export function assetMarkup({ part, url: link, image: place }: PlacedAsset): Markup {
  const bytes = bytesOf(part);
  const type = typeOf(part);
  const given = nameOf(part);
  const name = given === "" ? type : given;
  if (place && isInPage(part, bytes)) return image(bytes, type, place, given);
  const what = type.startsWith("image/") ? "Image" : "File";
  const size = html`<small>${type}, ${count(bytes.length, "byte")}</small>`;
  if (link !== undefined)
    return html`<p class="file">${what}: <a href="${link}">${name}</a> ${size}</p>\n`;
  const why = place ? "larger than 4 MB, so not in this page" : "not in this page";
  return html`<p class="file">${what}: ${inlineCodeMarkup(name)} ${size} — ${why}</p>\n`;
}

function isInPage(part: FilePart, { length }: Buffer): boolean {
  return isImage(part) && length <= largestImage;
}

function bytesOf({ data = "" }: FilePart): Buffer {
  return Buffer.from(data, "base64");
}

/** An image in a link to itself, which shows it at its full size; a second copy would double the page. */
function image(bytes: Buffer, type: string, { id, words }: ImagePlace, name: string): Markup {
  const source = `data:${type};base64,${bytes.toString("base64")}`;
  const alt = name === "" ? words : `${words}: ${name}`;
  return html`<p class="image" id="${id}"><a href="#${id}"><img src="${source}" alt="${alt}" loading="lazy"></a></p>\n`;
}

function typeOf({ mediaType }: FilePart): string {
  const type = mediaType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = type === "image/jpg" ? "image/jpeg" : type;
  return /^[\w.+-]+\/[\w.+-]+$/.test(known) ? known : "application/octet-stream";
}

/** The name of a file; "" for one without. */
function nameOf({ name, path }: FilePart): string {
  return oneLine(name ?? path?.replace(/^.*[/\\]/s, "") ?? "");
}
