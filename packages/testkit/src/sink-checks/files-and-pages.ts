import type { Session } from "@chatexport/core";
import { answer, prompt, sessionOf, taskFor } from "../samples/builders.js";
import { sampleSessions } from "../samples/sample-sessions.js";
import { imageOf } from "./feature-probes.js";
import { type CheckedSink, everythingOf, type Rendering, rendered } from "./host.js";

/** Checks that a small image is in the document where a host can put nothing beside it. */
export async function* holdsContentItself(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  if (!sink.keeps.has("files")) return;
  const texts: string[] = [];
  for (const value of [1, 2]) {
    const session = sessionOf([prompt("q", "Look.", imageOf(value))]);
    texts.push((await rendered(subject, sink, session)).text);
  }
  if (texts[0] === texts[1]) yield "an image is neither beside the document nor in it";
}

/** Each file that was put beside a document is linked to, with the link that the host gave. */
export async function* linksToFiles(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const rendering = await rendered(subject, sink, session, { files: true });
    for (const { link, name } of rendering.assets)
      yield* badLink(rendering, link, `the file ${name}`);
  }
}

/** Only a sink with folders writes pages; each is linked to, and without a folder nothing is lost. */
export async function* writesPagesIntoFolders(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const withFolder = await rendered(subject, sink, withSubagent(), { pages: true });
  if (sink.layout !== "folder") {
    if (withFolder.pages.length > 0) yield 'the sink writes pages, but has not the layout "folder"';
    return;
  }
  for (const { link, name } of withFolder.pages)
    yield* badLink(withFolder, link, `the page ${name}`);
  const alone = await rendered(subject, sink, withSubagent(), { pages: false });
  const isKept = everythingOf(withFolder).includes(secret);
  if (isKept && !alone.text.includes(secret))
    yield "what stands on a page is lost where the host has no folder";
}

const secret = "zqxinside";

function withSubagent(): Session {
  const subagent = sessionOf([answer("inside", secret)], { id: "helper", title: "Helper" });
  return sessionOf([answer("outside", taskFor("helper"))], { subagents: [subagent] });
}

/** The document has the link as the host gave it: nothing before it leads elsewhere. */
function* badLink(rendering: Rendering, link: string, what: string): Generator<string> {
  const all = everythingOf(rendering);
  const at = all.indexOf(link);
  if (at === -1) yield `${what} lies beside the document, which has no link to it`;
  const before = all.slice(Math.max(0, at - 40), at);
  const isLonger = /[/\\]$/.test(before) && !/(?:^|[^\w./\\-])\.\/$/.test(before);
  if (isLonger) yield `the link to ${what} is not the one that the host gave: ${before}${link}`;
}
