import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { cacheFolder } from "./host/files/cache-folder.js";

const requireHere = createRequire(import.meta.url);
const importHere = (url: string): Promise<unknown> => import(url);

/** As Node names them in a file, and what imports for it, which a script may not. */
const scope = "exports, require, module, __filename, __dirname, $import";

/** In milliseconds: another day may need other functions. */
const longestKept = 86_400_000;

/** In seconds: V8 has thrown away what a longer run began with. */
const longestStart = 3;

/**
 * Loads a file of this program, and those that it asks for, from code that V8 compiled in an earlier run of the
 * same command. Node's own cache has no function that is compiled later than its file, as nearly all are, and
 * Node 20 has none. The code lies in the user's cache folder and is run, so nobody else may be able to write there:
 * else nothing is kept, nor where Node was asked for its own cache, or for none.
 */
export function requireCompiled(path: string, command = ""): unknown {
  const name = /^[a-z_]+$/.test(command) ? command : "export";
  const compiled = join(cacheFolder(), "chatexport", "compiled");
  const folder = join(compiled, `${name}-${process.version}-${process.arch}`);
  if (isLeftToNode() || !isOwn(compiled) || !isOwn(folder)) return requireHere(path);
  const isOld = Date.now() - statSync(folder).mtimeMs > longestKept;
  const modules = new Map<string, { exports: unknown }>();
  const made: (() => void)[] = [];
  process.once("exit", (exitCode) => {
    if (exitCode === 0 && process.uptime() < longestStart) for (const keep of made) keep();
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
      const run = functionOf(file);
      run.call(module.exports, module.exports, require, module, file, folder, importHere);
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  function functionOf(file: string) {
    const text = readFileSync(file, "utf8");
    const sum = crc32(text);
    const kept = join(folder, basename(file));
    const cachedData = codeIn(kept, sum);
    const script = new Script(`(function (${scope}) {${text}\n})`, {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    if (isOld || script.cachedDataRejected !== false)
      made.push(() => keepCode(kept, sum, script.createCachedData()));
    return script.runInThisContext() as (...values: unknown[]) => void;
  }
}

function isLeftToNode(): boolean {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  return (NODE_COMPILE_CACHE ?? NODE_DISABLE_COMPILE_CACHE) !== undefined;
}

/** In bytes: the sums of a text and of its compiled code, neither of which V8 looks at. */
const sums = 8;

/** The compiled code of a text; undefined where there is none, or it is damaged. */
function codeIn(path: string, sum: number): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(sums);
    const isWhole = bytes.readUInt32LE(0) === sum && bytes.readUInt32LE(4) === crc32(code);
    return isWhole ? code : undefined;
  } catch {
    return undefined;
  }
}

function keepCode(path: string, sum: number, code: Buffer): void {
  const head = Buffer.alloc(sums);
  head.writeUInt32LE(sum);
  head.writeUInt32LE(crc32(code), 4);
  const part = `${path}.${process.pid}`;
  try {
    writeFileSync(part, Buffer.concat([head, code]), { mode: 0o600 });
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
