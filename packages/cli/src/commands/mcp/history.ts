import { type ListedSession, loadSessions, present, type Source } from "@chatexport/core";
import { renderAlone } from "@chatexport/core/host";
import type { Coverage, History, Scope } from "@chatexport/mcp";
import type { SearchIndex } from "@chatexport/search-index";
import { plural } from "@chatexport/sink-terminal/format";
import { builtIns } from "../../built-in.js";
import { maskedRefs } from "../../host/content/redaction.js";
import { loadSinks, withSources } from "../../host/plugins/load-plugins.js";
import { printProblems } from "../../host/problems.js";
import type { Run } from "../../host/run.js";
import { type FoundSessions, findSessions } from "../../host/selection/find-sessions.js";
import { currentIndex } from "../../host/text-search/session-index.js";
import { withMoments } from "../../options/moments.js";
import type { OptionsOf } from "../../options/option-table.js";
import { parseTime } from "../../options/parse-time.js";
import { unknownWord } from "../../terminal/cli-error.js";
import { findHits } from "./find-hits.js";
import { touching } from "./touching.js";

/** In milliseconds: hosts give up on a tool after a minute. What is not indexed by then is for the next question. */
const longestIndexing = 20_000;

/** The history as a server asks about it: every question reads the stores anew, and keeps what there is to say of them. */
export function historyOf(options: OptionsOf<"mcp">, run: Run): History {
  return {
    sessions: ({ skip, limit, ...scope }) =>
      question(scope, options, run, async ({ selected }, asked) => ({
        refs: await maskedRefs(
          selected.slice(skip, skip + limit).map(({ ref }) => ref),
          asked.redaction,
        ),
      })),
    search: (query, { everything, limit, ...scope }) =>
      question(scope, options, run, (...given) =>
        withIndex(options, given, (sessions, index, asked) =>
          findHits(query, everything, limit, sessions, index, asked),
        ),
      ),
    sessionsOfFile: (path, scope) =>
      question(scope, options, run, (...given) =>
        withIndex(options, given, async (sessions, index, asked) => ({
          files: await touching(path, sessions, index, asked),
        })),
      ),
    async load(source, id) {
      const from = mayAsk(source, options) ? [source] : options.from;
      if (!from) return undefined;
      return withSources({ ...options, from }, async (sources) => {
        const asked = quiet(run).run;
        const { all } = await findSessions(sources, { ...options, empty: true }, asked);
        const listed = all.filter(({ ref }) => ref.source === source && ref.id === id);
        const { transforms } = run.content;
        for await (const { session } of loadSessions(listed, { ...asked, transforms }))
          return session;
        return undefined;
      });
    },
    async markdown(session) {
      const content = { to: ["markdown"], reasoning: true, subagents: true };
      const { sinks } = await loadSinks({ ...options, ...content });
      let text = "";
      for (const { plugin } of sinks)
        for await (const piece of renderAlone(plugin, session)) text += String(piece);
      return text;
    },
  };
}

/** The sessions that answer a question. */
type Given = [found: FoundSessions, asked: Run, sources: readonly Source[]];

/** Answers about the sessions that are in the index by then, or about all where there is none. */
async function withIndex<Answer extends object>(
  options: OptionsOf<"mcp">,
  [found, asked, sources]: Given,
  answer: (
    sessions: readonly ListedSession[],
    index: SearchIndex | undefined,
    asked: Run,
  ) => Promise<Answer>,
): Promise<Answer & { looked: number }> {
  const late = AbortSignal.timeout(longestIndexing);
  const signal = AbortSignal.any([asked.signal, late]);
  const indexing = { ...asked, signal };
  const index = await currentIndex(sources, found, { ...options, index: true }, indexing);
  try {
    const left = new Set(index && late.aborted ? index.outdated(found.selected) : []);
    const sessions = found.selected.filter((each) => !left.has(each));
    if (left.size > 0)
      asked.messages.say(
        `${plural(left.size, "session")} not searched: they are still being indexed; ask again.`,
      );
    return { ...(await answer(sessions, index, asked)), looked: sessions.length };
  } finally {
    index?.close();
  }
}

/**
 * Finds the sessions of a scope, and answers about them, `looked` of them where not about all; what would be told a
 * person is part of the answer.
 */
async function question<Answer extends object>(
  { project, from, since, until }: Scope,
  options: OptionsOf<"mcp">,
  run: Run,
  answer: (...given: Given) => Promise<Answer & { looked?: number }>,
): Promise<Answer & { coverage: Coverage }> {
  const { run: asked, said } = quiet(run);
  const times = withMoments(
    present({ since: since && parseTime(since), until: until && parseTime(until) }),
  );
  const asking = from?.map((name) => {
    if (mayAsk(name, options)) return name;
    throw unknownWord("source", name, options.from ?? Object.keys(builtIns.source));
  });
  const scope = { ...options, ...present({ project, from: asking }), ...times };
  return withSources(scope, async (sources) => {
    const found = await findSessions(sources, scope, asked);
    const answered = await answer(found, asked, sources);
    await printProblems(asked, options);
    const coverage = {
      sessions: answered.looked ?? found.selected.length,
      all: found.all.length,
      outside: found.all.length - found.selected.length,
      // How to see each of them is for people.
      leftOut: said.filter((line) => !line.startsWith("--verbose")),
    };
    return { ...answered, coverage };
  });
}

/** Tells if an agent may ask for a source by name: it never loads a plugin that the user has not chosen. */
function mayAsk(name: string, { from }: OptionsOf<"mcp">): boolean {
  return from ? from.includes(name) : Object.hasOwn(builtIns.source, name);
}

/** A run that says nothing, and keeps what it would have said. */
function quiet(run: Run): { run: Run; said: string[] } {
  const said: string[] = [];
  const diagnostics: Run["diagnostics"] = [];
  const messages: Run["messages"] = {
    ...run.messages,
    say: (line) => void said.push(line),
    warn: (_, line) => void said.push(line),
  };
  const report: Run["report"] = (diagnostic) => void diagnostics.push(diagnostic);
  return { said, run: { ...run, messages, diagnostics, report } };
}
