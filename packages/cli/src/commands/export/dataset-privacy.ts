import type { DatasetPrivacy } from "@chatexport/core";
import { once, sessionKey } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import {
  decidedAmong,
  decisionFor,
  rememberedDecisions,
  shownFindings,
} from "../../host/content/decisions.js";
import type { Run } from "../../host/run.js";
import { CliError } from "../../terminal/cli-error.js";

/** The steps taken about private texts in a dataset that asks for it. */
interface RunPrivacy extends DatasetPrivacy {
  /** Says, when all was handed out, what nobody has decided about; throws with `isStrict`, so that nothing is written. */
  close(isStrict: boolean): void;
}

/**
 * Applies what people decided in reviews by `chatexport share`. The decisions are read for a dataset that asks for
 * them: for another one, a file that is broken does not matter.
 */
export function datasetPrivacy({ redaction, messages }: Run): RunPrivacy {
  const decisions = once(rememberedDecisions);
  let isAsked = false;
  const open = new Map<string, { id: string; texts: number }>();
  const undecided = () => [...open.values()].reduce((sum, { texts }) => sum + texts, 0);
  return {
    revision: () => decisions().revision(),
    async reviewed(session, document) {
      const { findings, withDecisions } = await import("@chatexport/redact");
      isAsked = true;
      const shown = shownFindings(findings(session), document);
      const texts = shown.filter((finding) => !decisionFor(finding, decisions())).length;
      if (texts > 0) open.set(sessionKey(session), { id: session.id, texts });
      return withDecisions(session, decidedAmong(shown, decisions()));
    },
    undecided,
    masked() {
      const counts = redaction.counts();
      return counts && Object.fromEntries(counts.map(({ rule, secrets }) => [rule, secrets]));
    },
    close(isStrict) {
      if (!isAsked) return;
      if (isStrict && !redaction.counts())
        throw new CliError(1, "--strict writes no data set with secrets: leave out --no-redact.");
      const [first] = open.values();
      if (!first) return;
      const where = `${plural(undecided(), "text")} in ${plural(open.size, "session")} may be private, and nobody has decided about them`;
      const remedy = `chatexport share ${first.id} asks, and remembers the answers`;
      if (isStrict) throw new CliError(1, `--strict: ${where}; nothing was written. ${remedy}.`);
      messages.warn("warning", `${where}; ${remedy}.`);
    },
  };
}
