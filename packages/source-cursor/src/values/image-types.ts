const byExtension: Readonly<Record<string, string>> = {
  bmp: "image/bmp",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** How images of a type begin, in base64. */
const beginnings: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["Qk", "image/bmp"],
  ["PHN2Zy", "image/svg+xml"],
];

/** The media type of an image by the extension of its path. */
export function imageTypeOfPath(path: string | undefined): string | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(path ?? "")?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}

/** The media type of an image by its beginning in base64. */
export function imageTypeOfData(data: string | undefined): string | undefined {
  return beginnings.find(([beginning]) => data?.startsWith(beginning))?.[1];
}
