import type { Random } from "../random.js";
import { byteMutations } from "./bytes.js";
import { jsonMutations } from "./json.js";
import { lineMutations } from "./lines.js";
import { liveMutations, removedBetweenLooks } from "./live.js";
import type { Mutation } from "./mutation.js";
import { permissionMutations } from "./permissions.js";
import { rowMutations } from "./rows.js";
import { treeMutations } from "./trees.js";

/** The kinds of damage, with how often each is chosen. */
const weights: readonly (readonly [weight: number, mutations: readonly Mutation[]])[] = [
  [20, byteMutations],
  [10, lineMutations],
  [30, jsonMutations],
  [30, rowMutations],
  [15, treeMutations],
  [8, liveMutations],
  [4, [removedBetweenLooks]],
  [4, permissionMutations],
];

const kinds = weights.flatMap(([weight, mutations]) =>
  Array.from({ length: weight }, () => mutations),
);

/** Some way to damage a store. */
export function anyMutation(random: Random): Mutation {
  return random.pick(random.pick(kinds) ?? []) ?? { name: "none", apply: () => undefined };
}
