import { allMessages, type Session, withSubagents } from "@chatexport/core";
import { wordsIn } from "../search/required-words.js";
import type { ContentFilter } from "./content-filter.js";

/**
 * Sessions in which a model answered, be it to a sub-agent, whose name contains this, or matches it if
 * it is a glob; case does not matter.
 */
export async function modelFilter(wanted: string): Promise<ContentFilter> {
  const isWanted = await nameFilter(wanted);
  return {
    options: ["model"],
    words: wordsOf(wanted),
    matches(session) {
      for (const each of withSubagents(session)) if (modelsOf(each).some(isWanted)) return true;
      return false;
    },
  };
}

async function nameFilter(wanted: string): Promise<(model: string) => boolean> {
  if (!/[*?[\]{}()!]/.test(wanted)) {
    const part = wanted.toLowerCase();
    return (model) => model.toLowerCase().includes(part);
  }
  const { default: picomatch } = await import("picomatch");
  // A slash in a name is nothing special: it stands behind the name of the vendor.
  const matches = picomatch(wanted.replaceAll("/", ":"), { dot: true, nocase: true });
  return (model) => matches(model.replaceAll("/", ":"));
}

/** What must be in the name in any case; in other globs than these that is not plain to see. */
function wordsOf(wanted: string): string[] {
  return /[[\]{}()!+@\\]/.test(wanted) ? [] : wordsIn(wanted);
}

function modelsOf(session: Session): string[] {
  const models = [session.model, ...Array.from(allMessages(session), ({ model }) => model)];
  return [...new Set(models.filter((model) => model !== undefined))];
}
