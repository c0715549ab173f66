import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IndexEntry } from "@chatexport/core";
import { plainText } from "../plain-text.js";
import { type Fault, hosting, linking, listing, rendering, seeing, text } from "./fault.js";

/** Faults of a sink with a host, and in an index. */
export const hostFaults: Fault[] = [
  [
    "forgets files that the host cannot put beside it",
    () =>
      hosting((context) => ({
        ...context,
        asset: async (...file) => (await context.asset(...file)) ?? "",
      })),
    ["holds content that the host cannot put beside it"],
  ],
  [
    "makes absolute links to files",
    () => linking((link) => `/archive/${link}`),
    ["links to files beside the document"],
  ],
  [
    "does not link to the files that it puts beside it",
    () => linking((link) => link.slice(0, 4)),
    ["links to files beside the document"],
  ],
  [
    "writes pages where there is no folder",
    () => ({ ...plainText(), layout: "file" }),
    ["writes pages only into a folder, and links to them"],
  ],
  [
    "leads out of the folder to its pages",
    () =>
      hosting(({ page, ...context }) => ({
        ...context,
        ...(page && { page: async (...given) => `../${await page(...given)}` }),
      })),
    ["writes pages only into a folder, and links to them"],
  ],
  [
    "leaves out sub-agents where the host has no folder",
    () =>
      rendering((session, context) => {
        const { subagents: _, ...alone } = session;
        return text(context.page ? session : alone, context);
      }),
    ["writes pages only into a folder, and links to them"],
  ],
  [
    "makes a folder of its own",
    () =>
      seeing((session) => {
        rmSync(mkdtempSync(join(tmpdir(), "sink-")), { recursive: true });
        return session;
      }),
    ["writes nothing on the disk itself"],
  ],
  [
    "prints what it renders",
    () =>
      seeing((session) => {
        process.stdout.write("");
        return session;
      }),
    ["prints nothing, and lets the process go on"],
  ],
  [
    "sorts the list that it gets for an index",
    () =>
      listing((entries) => (entries as IndexEntry[]).sort((a, b) => (a.href < b.href ? 1 : -1))),
    ["writes the same index each time, of any number of sessions"],
  ],
  [
    "has an extension that hosts refuse",
    () => ({ ...plainText(), extension: "plain.text.document" }),
    ["has a name, an extension, a media type and features"],
  ],
  [
    "writes the day on which an index is written",
    () =>
      listing((entries) =>
        entries.map((entry) => ({ ...entry, title: new Date().toDateString() })),
      ),
    ["writes the same index each time, of any number of sessions"],
  ],
  [
    "has no index of no sessions",
    () =>
      listing((entries) => {
        if (entries.length === 0) throw new Error("There is nothing to list");
        return entries;
      }),
    ["writes the same index each time, of any number of sessions"],
  ],
  [
    "leaves out of an index what has vanished",
    () => listing((entries) => entries.filter(({ state }) => state !== "vanished")),
    ["links to every document in an index"],
  ],
];
