export type {
  Coverage,
  FoundIn,
  FoundSession,
  History,
  Hit,
  Scope,
  TouchedFile,
} from "./history.js";
export { createServer, type ServerOptions, serve } from "./server.js";
