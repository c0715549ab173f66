/** Types of images, by the extensions of their paths and by how they begin in base64. */
const images = [
  { type: "image/bmp", extensions: ["bmp"], beginning: "Qk" },
  { type: "image/gif", extensions: ["gif"], beginning: "R0lGOD" },
  { type: "image/jpeg", extensions: ["jpeg", "jpg"], beginning: "/9j/" },
  { type: "image/png", extensions: ["png"], beginning: "iVBORw0KGgo" },
  { type: "image/svg+xml", extensions: ["svg"], beginning: "PHN2Zy" },
  { type: "image/webp", extensions: ["webp"], beginning: "UklGR" },
];

/** The media type of an image by the extension of its path. */
export function imageTypeOfPath(path: string | undefined): string | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(path ?? "")?.[1]?.toLowerCase() ?? "";
  return images.find(({ extensions }) => extensions.includes(extension))?.type;
}

/** The media type of an image by its beginning in base64. */
export function imageTypeOfData(data: string | undefined): string | undefined {
  return images.find(({ beginning }) => data?.startsWith(beginning))?.type;
}
