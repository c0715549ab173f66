import type { Decided, Finding } from "@chatexport/redact";
import {
  type Decision,
  type Decisions,
  decidedAmong,
  decisionFor,
} from "../../host/content/decisions.js";
import type { Run } from "../../host/run.js";
import { fullScreen, type ScreenSize } from "../../terminal/full-screen.js";
import { kindNames } from "./finding-texts.js";
import { endPicture, findingPicture } from "./review-pictures.js";

/**
 * Shows each finding that nothing was decided about on a screen of its own; resolves to those that do not
 * stay as they are, or to undefined when the user stops. Decisions are remembered at once.
 */
export async function review(
  findings: readonly Finding[],
  decisions: Decisions,
  { messages, signal }: Pick<Run, "messages" | "signal">,
): Promise<Decided[] | undefined> {
  const open = findings.filter((finding) => decisionFor(finding, decisions) === undefined);
  if (open.length === 0) return decidedAmong(findings, decisions);
  const { colors } = messages;
  const next = () => open.find((finding) => decisionFor(finding, decisions) === undefined);
  const made: (() => void)[] = [];
  let cursor = 0;

  const picture = (size: ScreenSize) => {
    const finding = next();
    if (!finding) return endPicture(open.length, { ...size, colors });
    const choices = choicesFor(finding);
    // Decided for the time of a look at what would become of it.
    const undo = choices[cursor]?.decide(decisions);
    const decided = decidedAmong(findings, decisions);
    undo?.();
    const labels = choices.map(({ label }) => label);
    const position = { number: open.indexOf(finding) + 1, of: open.length };
    const state = { ...position, decided, labels, cursor, canUndo: made.length > 0 };
    return findingPicture(finding, state, { ...size, colors });
  };

  for await (const { name, ctrl } of fullScreen(picture, signal)) {
    if (name === "escape" || (ctrl && (name === "c" || name === "d"))) break;
    const finding = next();
    const choices = finding ? choicesFor(finding) : [];
    if (name === "return") {
      if (!finding) return decidedAmong(findings, decisions);
      const undo = choices[cursor]?.decide(decisions);
      if (undo) made.push(undo);
    } else if (name === "u" || name === "backspace") made.pop()?.();
    else {
      const step = name === "down" ? 1 : name === "up" ? choices.length - 1 : 0;
      cursor = (cursor + step) % (choices.length || 1);
      continue;
    }
    cursor = 0;
    await decisions.save();
  }
  messages.say("Nothing was written; the decisions so far are remembered.");
  return undefined;
}

/** The decisions that can be taken about a finding; to take one gives the way back. */
function choicesFor({ kind, text }: Finding) {
  const [, many] = kindNames[kind];
  const choice = (label: string, place: readonly [string, string], decision: Decision) => ({
    label,
    decide(decisions: Decisions) {
      decisions.set(...place, decision);
      return () => decisions.forget(...place);
    },
  });
  const [one, always] = [
    [kind, text.toLowerCase()],
    ["always", kind],
  ] as const;
  return [
    choice("Mask it", one, "mask"),
    choice("Keep it", one, "keep"),
    choice("Drop the message", one, "drop"),
    choice(`Always mask ${many}`, always, "mask"),
    choice(`Always keep ${many}`, always, "keep"),
  ];
}
