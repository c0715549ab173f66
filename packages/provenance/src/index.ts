export { type AddedLines, addedLines } from "./added-lines.js";
export {
  type Author,
  authorsOf,
  authorsOfLine,
  type Level,
  type Line,
  nobodyOf,
} from "./authors.js";
export { type BlamedLine, blame } from "./blame.js";
export {
  type Evidence,
  isNamed,
  type SignedCommit,
  signedCommit,
  type TextEvidence,
} from "./evidence.js";
export { type Git, GitError, type GitProblem } from "./git.js";
export type { Note, NotedLines } from "./note.js";
export {
  type Commit,
  openRepository,
  type Person,
  type Repository,
  readCommit,
  readCommits,
} from "./repository.js";
export { commitsOf, type SessionCommit } from "./session-commits.js";
export type { Trailer } from "./trailers.js";
export { type CommitCall, type Work, type Written, workOf } from "./work.js";
