import type { Session } from "@chatexport/core";
import { answer, prompt, sessionOf } from "./builders.js";

/** A session with one text of about a hundred thousand characters. */
export function longText(): Session {
  const story = Array.from(
    { length: 1500 },
    (_, day) => `Day ${day + 1}: the wind turned, and the boat went out again at dawn.`,
  );
  return sessionOf([prompt("tell", "Tell me a long story."), answer("story", story.join("\n"))], {
    id: "f6-long",
    title: "A long story",
  });
}
