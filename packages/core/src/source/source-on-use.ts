import { apiVersion, type Context, type SessionRef, type Source, type Store } from "../plugin.js";
import { once } from "../read/lists.js";
import { unknownNamesIn } from "../read/unknown-names.js";

/** A reader of stores that stay open until it is closed; its methods are those of a source. */
export interface OpenReader<Locator>
  extends Pick<Required<Source<Locator>>, "load" | "mayContain"> {
  /** The stores that were looked for. */
  stores(context: Context, options?: { count?: boolean }): Store[] | Promise<Store[]>;
  /** The sessions, without their bodies. */
  list(context: Context): Iterable<SessionRef<Locator>> | AsyncIterable<SessionRef<Locator>>;
  /** The bytes of a session's messages; undefined where they cannot be told. */
  sizeOf(ref: SessionRef<Locator>): number | undefined | Promise<number | undefined>;
  /** Closes the stores. */
  close(): void;
}

/**
 * A source that loads its reader when it is first needed: many users never used the tool. `isUnused` tells so of a
 * machine at once.
 */
export function sourceOnUse<Locator>({
  name,
  open,
  isUnused = () => false,
}: {
  name: string;
  open(): Promise<OpenReader<Locator>>;
  isUnused?(): boolean;
}): Source<Locator> {
  let isOpen = false;
  const opened = once(open);
  const reader = () => {
    isOpen = true;
    return opened();
  };
  const source: Source<Locator> = {
    name,
    apiVersion,
    stores: async (context, options) => (await reader()).stores(context, options),
    async *list(context) {
      if (!isUnused()) yield* (await reader()).list(context);
    },
    load: async (ref, context) => (await reader()).load(ref, context),
    mayContain: async (ref, words, context) => (await reader()).mayContain(ref, words, context),
    sizeOf: async (ref) => (await reader()).sizeOf(ref),
    unknownNames: (context) => unknownNamesIn(source, context),
    close: async () => {
      if (isOpen) (await reader()).close();
    },
  };
  return source;
}
