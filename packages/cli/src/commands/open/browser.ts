import { spawn } from "node:child_process";

/** The command that starts a browser. */
interface Command {
  program: string;
  words: string[];
}

/** In milliseconds: a program that runs for longer is the browser itself. */
const patience = 3000;

/**
 * Shows a file in the user's browser; whether one was started. Not from a library: those choose browsers and
 * ask about containers, with a dozen packages, where a line for each system is enough.
 */
export async function openInBrowser(path: string): Promise<boolean> {
  const command = browserCommand(path, process.env, process.platform);
  if (!command) return false;
  return new Promise((resolve) => {
    const child = spawn(command.program, command.words, { detached: true, stdio: "ignore" });
    const timer = setTimeout(() => resolve(true), patience);
    const end = (isStarted: boolean) => {
      clearTimeout(timer);
      resolve(isStarted);
    };
    child.on("error", () => end(false)).on("exit", (code) => end(code === 0));
    // The browser outlives this program.
    child.unref();
  });
}

/**
 * The command that shows a file in a browser: `$BROWSER`, else that of the system; undefined where nobody
 * could see it, as over SSH or without a display.
 */
export function browserCommand(
  path: string,
  { BROWSER, SSH_CONNECTION, SSH_TTY, DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Command | undefined {
  const browser = BROWSER?.trim() ?? "";
  if (browser !== "" && platform !== "win32")
    // As a shell reads it, since it may have options.
    return { program: "sh", words: ["-c", `${browser} "$1"`, "sh", path] };
  const isRemote = Boolean(SSH_CONNECTION || SSH_TTY);
  switch (platform) {
    case "darwin":
      return isRemote ? undefined : { program: "open", words: [path] };
    case "win32":
      return isRemote
        ? undefined
        : { program: "rundll32", words: ["url.dll,FileProtocolHandler", path] };
    default:
      // A display can be forwarded.
      return DISPLAY || WAYLAND_DISPLAY ? { program: "xdg-open", words: [path] } : undefined;
  }
}
