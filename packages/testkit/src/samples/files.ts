import type { FilePart, Session } from "@chatexport/core";
import { answer, prompt, ran, resultOf, sessionOf } from "./builders.js";

// A dot in PNG.
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

/** A session with files from every origin, with and without their content. */
export function files(): Session {
  return sessionOf(
    [
      prompt("see", "What is wrong with this picture?", image),
      answer(
        "seen",
        "The mast is missing.",
        ran("draw --mast", "done", {
          result: resultOf("done", { ...image, from: "tool", name: "mast.png" }),
        }),
      ),
      prompt("more", "And with these?", ...others),
      answer("sorry", "I cannot open the last one."),
    ],
    {
      id: "c0-files",
      title: "Pictures of boats",
      titleFrom: "first-message",
      attachments: [plan, manual],
    },
  );
}

const image: FilePart = {
  type: "file",
  from: "upload",
  mediaType: "image/png",
  name: "boat.png",
  data: dot,
};

const others: FilePart[] = [
  {
    type: "file",
    from: "selection",
    mediaType: "text/plain",
    path: "/home/kim/ferries/src/boats.js",
    range: { start: 3, end: 4 },
    text: "const first = boats[0];\nconst last = boats.at(-1);",
  },
  { type: "file", from: "mention", path: "/home/kim/ferries/README.md", native: { folded: true } },
  {
    type: "file",
    from: "upload",
    mediaType: "image/jpeg",
    url: "https://ferries.example/heron.jpg",
  },
  {
    type: "file",
    from: "upload",
    name: "sound.ogg",
    mediaType: "audio/ogg",
    missing: "it was deleted",
  },
];

const plan: FilePart = {
  type: "file",
  from: "tool",
  name: "plan.md",
  mediaType: "text/markdown",
  text: "# Plan\n\n- paint the mast",
};

const manual: FilePart = {
  type: "file",
  from: "tool",
  name: "manual.pdf",
  mediaType: "application/pdf",
  data: "JVBERi0xLjQKJSVFT0YK",
};
