import { type FilePart, present } from "@chatexport/core";
import type { CallData } from "./details.js";
import { pathIn } from "./paths.js";

/** The file that a call of `generate_image` wrote, as far as its path was kept. */
export function generatedImage(name: string, { input, output }: CallData): FilePart | undefined {
  if (name !== "generate_image" && name !== "GenerateImage") return undefined;
  const path = pathIn(output, pathNames) ?? pathIn(input, pathNames);
  if (path === undefined) return undefined;
  const extension = /\.([a-z]{3,4})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return present({
    type: "file",
    mediaType: mediaTypes.get(extension),
    name: path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1),
    path,
    from: "tool",
  });
}

const pathNames = ["filePath", "file_path", "imagePath", "image_path", "path", "filename"];

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
]);
