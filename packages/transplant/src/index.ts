export { type ApplyOptions, applyTransplant, type Outcome } from "./apply.js";
export { planTransplant, type Transplant, type TransplantOptions } from "./plan.js";
export type { Place, Target } from "./target.js";
export { type TargetName, targetNames, targets } from "./targets.js";
export { countPrompts } from "./until-prompt.js";
