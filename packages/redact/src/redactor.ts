import type { Context, Session, Transform } from "@chatexport/core";
import { once } from "@chatexport/core/read";
import { Dictionary } from "./dictionary.js";
import { HomePaths } from "./home-paths.js";
import { mapSession, type Trail, type Visit } from "./map-fields.js";
import { type MaskedSession, type MaskedText, maskedPlaces } from "./masked-places.js";
import { Counter, Masking, type RuleCount, type RuleFindings } from "./masking.js";
import {
  checkRedactOptions,
  ownRule,
  patternOf,
  type RedactOptions,
  wholeText,
  wordsPattern,
} from "./options.js";
import { numberingFromOne, Pseudonyms } from "./personal/pseudonyms.js";
import { printedTexts } from "./printed-texts.js";
import type { Rule } from "./rules/rule.js";
import { printedSecrets } from "./rules/secret-outputs.js";
import { relevantRules, scanWith } from "./scan.js";

/** The findings in sessions, as plain data: they hold the secrets themselves. */
export interface Findings {
  /** Secrets with the rules that found them. */
  secrets: [secret: string, rule: string][];
  /** The folders in which sessions took place. */
  folders: string[];
  counts: RuleFindings[];
  /** The sessions in which something was masked. */
  sessions: MaskedSession[];
}

/** Masks secrets in sessions and texts, and counts them. */
export interface Redactor {
  /**
   * The session with every secret masked; ids, times and base64 data stay. Unchanged parts are
   * shared, and a session without secrets is returned as it is. Texts that were kept of it, as a
   * redactor with these options left them, need not be looked through again.
   */
  session(
    session: Session,
    context: Context,
    wasKept?: (text: string) => boolean,
  ): ReturnType<Transform>;
  /**
   * The texts with every secret masked, in their order: titles, excerpts, paths. Secrets of sessions
   * that were masked before are known, and whose homes they ran in.
   */
  texts(texts: readonly string[]): Promise<string[]>;
  /** A copy of plain data in which every string is masked as by `texts`; names of fields stay. */
  data<T>(data: T): Promise<T>;
  /** The number of secrets that were masked in sessions until now, by rule, those in most places first. */
  counts(): RuleCount[];
  /** The sessions in which something was masked until now, with the places of the masks. */
  maskedSessions(): MaskedSession[];
  /** The findings in sessions until now, which this redactor then forgets. */
  takeFindings(): Findings;
  /** Takes over what another one found, as if the sessions had been masked here. */
  addFindings(findings: Findings): void;
}

/** A redactor with the built-in rules and what the options add. Throws an OptionError when an option is wrong. */
export default function redactor(options: RedactOptions = {}): Redactor {
  checkRedactOptions(options);
  const { word = [] } = options;
  const own = [
    ...(options.rule ?? []).map(ownRule).map((rule) => scannerOf(rule.name, patternOf(rule))),
    ...(word.length > 0 ? [scannerOf("word", wordsPattern(word))] : []),
  ];
  const allow = (options.allow ?? []).map(wholeText);
  let counter = new Counter();
  let learned = new Dictionary();
  let folders = new Set<string>();
  let sessions: MaskedSession[] = [];
  const scanner = once(async () => scanWith(await builtInRules(), own, allow));
  const pathsIn = (places: readonly string[]) =>
    options.paths || options.personal ? new HomePaths(options.home, places) : undefined;
  const numbering = options.numbering ?? numberingFromOne();
  const newNames = () => (options.personal ? new Pseudonyms(numbering) : undefined);
  const met = newNames();
  const texts = async (texts: readonly string[]) => {
    if (!Array.isArray(texts)) throw new TypeError("texts takes a list; maskText takes one text");
    const masking = new Masking(await scanner(), () => {}, { known: learned });
    const paths = pathsIn([...folders, ...texts.filter(isPath)]);
    const { find, mask } = passesOf(masking, paths, met);
    for (const text of texts) find(text, undefined, []);
    return texts.map((text) => mask(text, undefined, []));
  };
  return {
    texts,
    data: (data) => withTexts(data, texts),
    async session(session, _, wasKept = () => false) {
      // What it becomes must not depend on the sessions before it.
      const texts: MaskedText[] = [];
      const count = (rule: string, secret: string, trail: Trail) => {
        counter.add(rule, secret);
        texts.push({ rule, trail: [...trail] });
      };
      // With a mask in it, a text may have been another one.
      const isClean = (text: string) => wasKept(text) && !text.includes("[redacted: ");
      const masking = new Masking(await scanner(), count, { learned, isClean });
      const places = [session.cwd, session.project?.path].filter((path) => path !== undefined);
      for (const place of places) folders.add(place);
      const paths = pathsIn(places);
      const names = newNames();
      const { find, mask } = passesOf(masking, paths, names);
      for (const { command, texts } of printedTexts(session)) findPrinted(command, texts, masking);
      mapSession(session, find);
      if (names) met?.addAll(names);
      if (!masking.isNeeded && !paths) return session;
      const masked = mapSession(session, mask);
      if (texts.length > 0) sessions.push(maskedPlaces(masked, texts));
      return masked;
    },
    counts: () => counter.counts(),
    maskedSessions: () => [...sessions],
    takeFindings() {
      const counts = counter.findings();
      const findings = { secrets: learned.entries(), folders: [...folders], counts, sessions };
      [counter, learned, folders, sessions] = [new Counter(), new Dictionary(), new Set(), []];
      return findings;
    },
    addFindings(findings) {
      for (const [secret, rule] of findings.secrets) learned.add(secret, rule);
      for (const folder of findings.folders) folders.add(folder);
      for (const count of findings.counts) counter.addFindings(count);
      sessions.push(...findings.sessions);
    },
  };
}

/**
 * A text with every secret masked by the built-in rules. It keeps no state and counts nothing. The first call loads
 * the rules. Each further call costs half a millisecond and more, so join short texts, such as lines of a log.
 */
export async function maskText(text: string): Promise<string> {
  const [masked = ""] = await redactor().texts([text]);
  return masked;
}

/** The built-in rules, with their libraries, which are loaded only when there is a text. */
const builtInRules = once(async () => {
  const [{ allRules }, { builtInHints }] = await Promise.all([
    import("./rules/all-rules.js"),
    import("./hints/built-in.computed.js"),
  ]);
  return relevantRules(allRules, builtInHints);
});

/** True when a text is nothing but a path, as that of a session's folder in a list. */
function isPath(text: string): boolean {
  return /^(?:\/|[A-Za-z]:\\)\S*$/.test(text);
}

/** A rule that masks what an expression with the flag `g` matches. */
function scannerOf(name: string, pattern: RegExp): Rule {
  return {
    name,
    hints: [],
    *find(text) {
      for (const { 0: match, index } of text.matchAll(pattern))
        if (match !== "") yield { start: index, end: index + match.length };
    },
  };
}

/** Finds in what a command printed the secrets that nothing but the command gives away. */
function findPrinted(command: string, texts: readonly string[], masking: Masking): void {
  for (const text of texts) {
    const given = Array.from(printedSecrets(command, text), (span) => ({
      rule: "printed-secret",
      ...span,
    }));
    if (given.length > 0) masking.find(text, undefined, given);
  }
}

/** The passes over each text: once to find, and if needed once more to mask. */
function passesOf(
  masking: Masking,
  paths: HomePaths | undefined,
  names: Pseudonyms | undefined,
): { find: Visit; mask: Visit } {
  return {
    find(text, key) {
      masking.find(text, key);
      paths?.find(text);
      names?.find(text);
      return text;
    },
    mask(text, key, trail) {
      const masked = masking.mask(text, key, trail);
      const withoutPaths = paths?.replace(masked) ?? masked;
      return names?.replace(withoutPaths) ?? withoutPaths;
    },
  };
}

/** A copy of plain data in which every string was changed, many of them at once. */
async function withTexts<T>(
  data: T,
  change: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<T> {
  const texts = [...new Set(textsIn(data))];
  if (texts.length === 0) return data;
  const changed = await change(texts);
  return replaced(data, new Map(texts.map((text, index) => [text, changed[index] ?? text])));
}

function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string") yield data;
  else if (typeof data === "object" && data !== null)
    for (const value of Object.values(data)) yield* textsIn(value);
}

function replaced<T>(data: T, replacements: ReadonlyMap<string, string>): T;
function replaced(data: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof data === "string") return replacements.get(data);
  if (Array.isArray(data)) return data.map((item) => replaced(item, replacements));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, replaced(value, replacements)]),
  );
}
