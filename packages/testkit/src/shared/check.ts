import { closestMatch } from "leven";

/** One thing that is asked of a plugin, in a form that every test runner can run. */
export interface Check<Name extends string = string> {
  /** The property that holds, in a few words. */
  name: Name;
  /** The reason why it is not asked of this plugin; then `run` must not be called. */
  skip?: string;
  /** Waits for checks that run already. Rejects with a `CheckFailed` that says what is wrong, or with what the plugin threw. */
  run(): Promise<void>;
}

/** The error of a check that found something wrong: a sentence, which every test runner shows as it is. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
}

/** The reason why a plugin is not asked for something, in a sentence, by the name of the check. */
export type Skips<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** Something that is asked of a plugin: yields what is wrong, in sentences; the first one fails the check. */
export type Ask<Subject> = (subject: Subject) => AsyncIterable<string>;

/** The checks of a table, with the reasons of those that are skipped; throws for an empty reason and an unknown name. */
export function checksOf<Subject, Name extends string>(
  table: Readonly<Record<Name, Ask<Subject>>>,
  subject: Subject,
  skips?: Skips<Name>,
): Check<Name>[] {
  const names = Object.keys(table) as Name[];
  for (const name of Object.keys(skips ?? {})) mustBeOne(name, names);
  return names.map((name) => {
    const run = () =>
      inTurn(async () => {
        for await (const wrong of table[name](subject)) throw new CheckFailed(wrong);
      });
    const skip = skips?.[name];
    if (skip === undefined) return { name, run };
    if (skip.trim() === "") throw new TypeError(`"${name}" is skipped without a reason`);
    return { name, skip, run };
  });
}

/** Throws for the name of no check: of one that was renamed, the reason would go unheard. */
function mustBeOne(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const nearest = closestMatch(name, names);
  throw new TypeError(`there is no check "${name}"; did you mean "${nearest}"?`);
}

// Checks change what the whole process shares: clock, environment, JSON.parse, the functions of node:fs.
let last: Promise<unknown> = Promise.resolve();

function inTurn(run: () => Promise<void>): Promise<void> {
  const done = last.then(run);
  last = done.catch(() => {});
  return done;
}

/** A name that a host takes: it becomes that of a folder, and comes before a dot in `--option`. */
export const pluginName = /^[a-z\d]+(?:-[a-z\d]+)*$/;
