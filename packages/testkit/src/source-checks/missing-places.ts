import assert from "node:assert";
import type { Diagnostic, Source } from "@chatexport/core";
import { brief } from "./difference.js";
import { contextWith, listAll, shown } from "./reading.js";
import { inNewHome } from "./trial.js";

/** Most people use one tool of those that a host asks for. */
export const missingPlaces = inNewHome(async ({ subject, emptyHome, missing }) => {
  await assertNothing(subject.create({ home: emptyHome }), `home: ${emptyHome}`);
  await assertNothing(subject.create({ roots: [missing] }), `roots: [${missing}]`);
});

/** `doctor` says where a source looks, and whether anything is there. */
export const storesAreFound = inNewHome(async ({ open, store }) => {
  const source = open();
  const stores = await source.stores(contextWith());
  await source.close?.();
  assert.ok(
    stores.some(({ found, readable }) => found && readable),
    `No store is found and readable with roots: [${store}], where there are sessions: ${brief(stores)}.`,
  );
});

async function assertNothing(source: Source, place: string): Promise<void> {
  const diagnostics: Diagnostic[] = [];
  const refs = await listAll(source, diagnostics);
  assert.ok(refs.length === 0, `With ${place} there are sessions: ${refs[0]?.id}.`);
  const stores = await source.stores(contextWith(diagnostics));
  await source.close?.();
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  assert.ok(
    !error,
    `With ${place} there is an error${error ? `: ${shown(error)}` : ""}. Not to use a tool is none.`,
  );
  for (const { path, found } of stores)
    assert.ok(!found, `With ${place} the store ${path} is said to be found.`);
}
