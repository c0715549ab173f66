import { homedir } from "node:os";
import { resolve } from "node:path";
import type { FingerprintInput } from "@chatexport/archive";
import { defined, messageOf, present, type SessionRef, type Transform } from "@chatexport/core";
import { numberOf, shownTitle } from "@chatexport/core/read";
import type { Findings, MaskedSession, Numbering, Redactor, RuleCount } from "@chatexport/redact";
import { redactorName } from "../../built-in.js";
import type { CommonOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { version } from "../files/package-file.js";
import { remembered } from "../files/remembered.js";
import { valuesFor } from "../plugins/plugin-package.js";

/** The redaction that keeps secrets out of everything that a run writes and prints. */
export interface Redaction extends Pick<Redactor, "texts" | "data" | "addFindings"> {
  /** The transforms that change each session before it is written. */
  transforms: Transform[];
  /** The inputs that decide what is masked. */
  inputs: FingerprintInput[];
  /** True when sessions have to be masked one after another in one thread, as pseudonyms are counted. */
  isSequential: boolean;
  /** The counts of masks in sessions until now; undefined when nothing is to be masked. */
  counts(): RuleCount[] | undefined;
  /** The places where secrets were masked in sessions until now; undefined when nothing is to be masked. */
  maskedSessions(): MaskedSession[] | undefined;
  /**
   * The findings in sessions until now, for the redaction of another thread; they are forgotten
   * here.
   */
  takeFindings(): Findings | undefined;
}

/** The redaction that the user asked for; secrets are masked unless told otherwise. */
export async function redactionFor(
  options: Pick<CommonOptions, "redact" | "redactPaths"> &
    Partial<Pick<CommonOptions, "redactPersonal" | "option" | "home">>,
): Promise<Redaction> {
  if (!options.redact) return nothing;
  const { default: create, options: described } = await import("@chatexport/redact");
  const own = valuesFor({ name: redactorName, options: described }, options.option ?? []);
  const settings = {
    ...own,
    ...(options.redactPaths && { paths: true }),
    ...(options.redactPersonal && { personal: true }),
  };
  const home = resolve(options.home ?? homedir());
  const numbers = settings.personal ? rememberedNumbers() : undefined;
  try {
    const redactor = create({ ...settings, home, ...defined({ numbering: numbers?.numbering }) });
    const { session, texts, data } = numbers ? savedAfter(redactor, numbers.save) : redactor;
    return {
      ...redactor,
      texts,
      data,
      transforms: [session],
      isSequential: numbers !== undefined,
      inputs: [{ name: redactorName, version, options: settings }],
    };
  } catch (cause) {
    throw usageError(`${redactorName}: ${messageOf(cause)}`);
  }
}

const nothing: Redaction = {
  transforms: [],
  inputs: [],
  isSequential: false,
  texts: async (texts) => [...texts],
  data: async (data) => data,
  counts: () => undefined,
  maskedSessions: () => undefined,
  takeFindings: () => undefined,
  addFindings() {},
};

/** Numbers of pseudonyms that stay the same from run to run, so that documents of an archive agree. */
function rememberedNumbers(): { numbering: Numbering; save(): Promise<void> } {
  const { get, set, save } = remembered("pseudonyms", numberOf);
  return {
    save,
    numbering(kind, text) {
      const known = get(kind, text);
      if (known !== undefined) return known;
      const number = (get("last", kind) ?? 0) + 1;
      set("last", kind, number);
      set(kind, text, number);
      return number;
    },
  };
}

/** A redactor that saves the numbers it gave after each use. */
function savedAfter(
  { session, texts, data }: Redactor,
  save: () => Promise<void>,
): Pick<Redactor, "session" | "texts" | "data"> {
  const saved = async <Result>(result: Result | Promise<Result>): Promise<Result> => {
    const awaited = await result;
    await save();
    return awaited;
  };
  return {
    session: (...given) => saved(session(...given)),
    texts: (given) => saved(texts(given)),
    data: (given) => saved(data(given)),
  };
}

/** Sessions as they may be shown: masked, then shortened. Their ids stay, so that the user can name them. */
export async function maskedRefs(
  refs: readonly SessionRef[],
  redaction: Redaction,
): Promise<SessionRef[]> {
  const masked = await redaction.data(
    refs.map(({ title, cwd, folders, project, branch }) =>
      present({ title, cwd, folders, project, branch }),
    ),
  );
  return refs.map((ref, index) => {
    const shown: SessionRef = { ...ref, ...masked[index] };
    return shown.title === undefined ? shown : { ...shown, title: shownTitle(shown.title) };
  });
}
