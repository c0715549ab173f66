import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { cacheFolder } from "./host/files/cache-folder.js";

const requireHere = createRequire(import.meta.url);
const importHere = (url: string): Promise<unknown> => import(url);

/** The compiled code of files, with the sum of the text of each, which V8 does not compare. */
type CompiledFiles = Map<string, { text: number; code: Buffer }>;

/** A file that this run has loaded, with the sum of its text. */
interface LoadedFile {
  file: string;
  text: number;
  script: Script;
}

/** As Node names them in a file, and what imports for it, which a script may not. */
const scope = "exports, require, module, __filename, __dirname, $import";

/** In milliseconds: another day may need other functions. */
const longestKept = 86_400_000;

/**
 * Loads a file of this program, and those that it asks for, from code that V8 compiled in an earlier run of the
 * same command. Node's own cache has no function that is compiled later than its file, as nearly all are, and
 * Node 20 has none. The code lies in the user's cache folder and is run, so nobody else may be able to write there:
 * else nothing is kept, nor where Node was asked for its own cache, or for none.
 */
export function requireCompiled(path: string, command = ""): unknown {
  const folder = join(cacheFolder(), "chatexport", "compiled");
  if (isLeftToNode() || !isOwn(folder)) return requireHere(path);
  const name = /^[a-z_]+$/.test(command) ? command : "export";
  const cache = join(folder, `${name}-${process.version}-${process.arch}`);
  const kept = keptIn(cache);
  const loaded: LoadedFile[] = [];
  const modules = new Map<string, { exports: unknown }>();
  let isComplete = kept.size > 0 && !isOld(cache);
  process.once("exit", (exitCode) => {
    if (exitCode === 0 && !isComplete) keep(cache, kept, loaded);
  });
  return load(requireHere.resolve(path));

  function load(file: string): unknown {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const folder = dirname(file);
    const requireOther = createRequire(file);
    const require = (id: string) =>
      id.startsWith("./") ? load(join(folder, id)) : requireOther(id);
    try {
      compiled(file).call(
        module.exports,
        module.exports,
        require,
        module,
        file,
        folder,
        importHere,
      );
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  function compiled(file: string) {
    const source = readFileSync(file, "utf8");
    const text = crc32(source);
    const before = kept.get(file);
    const script = new Script(`(function (${scope}) {${source}\n})`, {
      filename: file,
      ...(before?.text === text && { cachedData: before.code }),
    });
    isComplete &&= script.cachedDataRejected === false;
    loaded.push({ file, text, script });
    return script.runInThisContext() as (...values: unknown[]) => void;
  }
}

function isLeftToNode(): boolean {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  return (NODE_COMPILE_CACHE ?? NODE_DISABLE_COMPILE_CACHE) !== undefined;
}

/** The files of a cache, which ends with the sum of the rest: V8 runs what it is given. */
function keptIn(path: string): CompiledFiles {
  try {
    const bytes = readFileSync(path);
    const files = bytes.subarray(0, -sumLength);
    if (bytes.readUInt32LE(files.length) === crc32(files)) return deserialize(files);
  } catch {
    // There is none, or it cannot be read.
  }
  return new Map();
}

function isOld(path: string): boolean {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > longestKept;
}

/** In bytes. */
const sumLength = 4;

/** Writes what has been compiled by now, beside what other runs of the command needed. */
function keep(path: string, kept: CompiledFiles, loaded: readonly LoadedFile[]): void {
  for (const file of kept.keys()) if (!existsSync(file)) kept.delete(file);
  for (const { file, text, script } of loaded)
    kept.set(file, { text, code: script.createCachedData() });
  const files = serialize(kept);
  const sum = Buffer.alloc(sumLength);
  sum.writeUInt32LE(crc32(files));
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, Buffer.concat([files, sum]), { mode: 0o600 });
    renameSync(part, path);
  } catch {
    // The next start takes a little longer.
    rmSync(part, { force: true });
  }
}

/**
 * True when a folder is the user's alone, and nobody else can put another one in its place; it is made if
 * need be.
 */
function isOwn(folder: string): boolean {
  // Windows has no such rights; there, the folder of an account is its own.
  const user = process.getuid?.();
  if (user === undefined) return true;
  try {
    if (!isSafe(folder, user)) return false;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return uid === user && (mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** As ssh asks of the folders above its files: they are of the user or of root, and nobody else writes to them. */
function isSafe(folder: string, user: number): boolean {
  const above = dirname(folder);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const isWrong =
    stats && !(stats.isDirectory() && [0, user].includes(stats.uid) && (stats.mode & 0o022) === 0);
  return !isWrong && (above === folder || isSafe(above, user));
}
