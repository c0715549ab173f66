export { isRunning, type Lock, lockFolder } from "./lock-folder.js";
