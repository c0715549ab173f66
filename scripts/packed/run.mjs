import { execFile } from "node:child_process";
import { relative } from "node:path";

/**
 * Runs a program to its end, beside others, in `cwd` and with its scripts under `node` (a path).
 * Throws unless it ends with `exitCode`.
 */
export function run(stage, [command, ...words], { cwd, node, exitCode = 0 } = {}) {
  const options = {
    cwd: cwd ?? stage.folder,
    env: stage.environment(node ?? process.execPath),
    maxBuffer: Number.POSITIVE_INFINITY,
  };
  return new Promise((resolve, reject) => {
    execFile(command, words, options, (error, stdout, stderr) => {
      const status = error ? (error.code ?? error.signal) : 0;
      if (status === exitCode) return resolve({ stdout, stderr });
      if (status === "ENOENT") {
        const script = relative(process.cwd(), process.argv[1]);
        reject(
          new Error(
            `${command} is not on the path; pnpm is in: npx -y -p pnpm -c "node ${script}"`,
          ),
        );
        return;
      }
      const line = [command, ...words].join(" ");
      reject(new Error(`${line}\nends with ${status}, not ${exitCode}:\n${stdout}${stderr}`));
    }).stdin.end();
  });
}
