import { apiVersion, type Source } from "../plugin.js";
import { once } from "../read/lists.js";
import { unknownNamesIn } from "../read/unknown-names.js";

/** A reader of stores that stay open until it is closed, with these methods of a source. */
export type OpenReader<Locator> = Required<
  Pick<Source<Locator>, "stores" | "list" | "load" | "mayContain" | "sizeOf" | "close">
>;

/** A source that loads its reader when it is first needed, and never to list where `isUnused` tells that there is nothing. */
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
    sizeOf: async (ref, context) => (await reader()).sizeOf(ref, context),
    unknownNames: (context) => unknownNamesIn(source, context),
    close: async () => {
      if (isOpen) await (await reader()).close();
    },
  };
  return source;
}
