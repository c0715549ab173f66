import { statSync } from "node:fs";
import { isMissing } from "../errors.js";
import { apiVersion, type Source } from "../plugin.js";
import { once } from "../read/lists.js";
import { unknownNamesIn } from "../read/unknown-names.js";

/** A reader of stores that stay open until it is closed, with these methods of a source. */
export type OpenReader<Locator> = Required<
  Pick<Source<Locator>, "stores" | "list" | "load" | "mayContain" | "sizeOf" | "close">
>;

/** A source that loads its reader when it is first needed, and never to list where there is nothing at its places. */
export function sourceOnUse<Locator>({
  name,
  open,
  places,
}: {
  name: string;
  open(): Promise<OpenReader<Locator>>;
  places(): readonly { path: string }[];
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
      if (!isNothingAt(places())) yield* (await reader()).list(context);
    },
    load: async (ref, context) => (await reader()).load(ref, context),
    mayContain: async (ref, words, context) => (await reader()).mayContain(ref, words, context),
    sizeOf: async (ref, context) => (await reader()).sizeOf(ref, context),
    unknownNames: (context) => unknownNamesIn(source, context),
    close: async () => {
      if (isOpen) await (await reader()).close();
    },
  };
  return source;
}

/** True when nothing is at any place; where one cannot be looked at, there may be. */
export function isNothingAt(places: readonly { path: string }[]): boolean {
  return places.every(({ path }) => {
    try {
      statSync(path);
      return false;
    } catch (cause) {
      return isMissing(cause);
    }
  });
}
