export { contentElsewhere } from "./claude/session-content.js";
export { editJson, type Replace, type Rule } from "./json/edit-json.js";
