import type { Sink } from "@chatexport/core";
import { type Fault, seeing } from "./fault.js";

/** Texts that get into a document though they are not in the session. */
export const samenessFaults: Fault[] = [
  [
    "counts its documents",
    () => {
      let count = 0;
      return seeing((session) => ({ ...session, title: `Document ${++count}` }));
    },
    ["writes the same twice", "keeps sessions apart that are rendered at the same time"],
  ],
  [
    "writes the day on which it writes",
    () => seeing((session) => ({ ...session, title: new Date().toDateString() })),
    ["writes the same at another time and place"],
  ],
  [
    "writes times in the zone of the machine",
    () => seeing((session) => ({ ...session, title: String(new Date(0).getHours()) })),
    ["writes the same at another time and place"],
  ],
  [
    "writes days of the week in the zone of the machine",
    () => datedBy((date) => date.getDay()),
    ["writes the same at another time and place"],
  ],
  [
    "writes years in the zone of the machine",
    () => datedBy((date) => date.getFullYear()),
    ["writes the same at another time and place"],
  ],
  [
    "writes numbers in the language of the machine",
    () => seeing((session) => ({ ...session, title: session.messages.length.toLocaleString() })),
    ["writes the same at another time and place"],
  ],
  [
    "sorts in the language of the machine",
    () =>
      seeing((session) => ({
        ...session,
        title: ["ı", "I", "i"].sort((a, b) => a.localeCompare(b)).join(""),
      })),
    ["writes the same at another time and place"],
  ],
  [
    "names what it writes by chance",
    () => seeing((session) => ({ ...session, title: `Document ${Math.random()}` })),
    [
      "writes the same twice",
      "writes the same at another time and place",
      "keeps sessions apart that are rendered at the same time",
    ],
  ],
];

/** A sink that tells something about the time of a session. */
function datedBy(told: (date: Date) => number): Sink {
  return seeing((session) => ({
    ...session,
    title: String(told(new Date(session.updatedAt ?? 0))),
  }));
}
