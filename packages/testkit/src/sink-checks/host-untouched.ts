import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { sampleSessions } from "../samples/sample-sessions.js";
import { hostCallsBy } from "../shared/watch-process.js";
import { type CheckedSink, rendered } from "./host.js";
import { indexOf, sampleEntries } from "./index-entries.js";

/** Standard output holds what a user asked for, and the host decides when the process ends. */
export async function* leavesTheProcessAlone(subject: CheckedSink): AsyncGenerator<string> {
  const calls = await hostCallsBy(() => useAllOf(subject));
  if (calls.length > 0)
    yield `the sink calls ${calls.join(", ")}; what it has to say is reported: context.report({ severity, code, message })`;
}

// What changes a disk; a sink may read files of its own package.
const writing =
  /^(?:appendFile|chmod|chown|copyFile|cp|createWriteStream|l?utimes|link|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|write|writeFile|writev)(?:Sync)?$/;

/** Only the host names and writes files, so that none is written elsewhere. */
export async function* writesNoFiles(subject: CheckedSink): AsyncGenerator<string> {
  const calls = await writesDuring(() => useAllOf(subject));
  if (calls.length > 0) yield "the sink writes on the disk itself";
}

async function useAllOf(subject: CheckedSink): Promise<void> {
  const sink = subject.create();
  for (const session of sampleSessions()) await rendered(subject, sink, session, { files: true });
  await indexOf(subject, sink, sampleEntries());
}

/** The functions of `node:fs` that a run calls to change something, and what comes of it. */
async function writesDuring(run: () => Promise<void>): Promise<string[]> {
  const isOurs = new AsyncLocalStorage<boolean>();
  const calls: string[] = [];
  // Whatever else goes on in the process may write.
  const noted = (name: string) => void (isOurs.getStore() && calls.push(name));
  const restores = [fs, fs.promises].map((owner) => noteCalls(owner, noted));
  syncBuiltinESMExports();
  try {
    await isOurs.run(true, run);
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
    // Else every promise of the process is followed from now on.
    isOurs.disable();
  }
  return calls;
}

function noteCalls(owner: object, note: (name: string) => void): () => void {
  const real = Object.entries(Object.getOwnPropertyDescriptors(owner)).filter(
    ([name, { value }]) => writing.test(name) && typeof value === "function",
  );
  for (const [name, descriptor] of real) {
    const value = new Proxy(descriptor.value, {
      apply(target, self, given) {
        note(name);
        return Reflect.apply(target, self, given);
      },
    });
    Object.defineProperty(owner, name, { ...descriptor, value });
  }
  return () => {
    for (const [name, descriptor] of real) Object.defineProperty(owner, name, descriptor);
  };
}
