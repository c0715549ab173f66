import { allStores } from "./stores/all.js";
import { tryOne, workplaceOf } from "./trial.js";

/*
 * A process that damages one store again and again and tells its parent about each. It may hang, or
 * end, without doing harm.
 */

const [name, seed, first, last, within = ""] = process.argv.slice(2);
const store = allStores().find((each) => each.name === name);
if (!store) throw new Error(`There is no store ${name}.`);

const workplace = await workplaceOf(store, within);
for (let index = Number(first); index < Number(last); index++) {
  const started = performance.now();
  const outcome = await tryOne(workplace, Number(seed), index, (what) =>
    process.send?.({ index, begins: what }),
  );
  process.send?.({ index, ...outcome, milliseconds: performance.now() - started });
}
process.disconnect?.();
