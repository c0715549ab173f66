import { MessageChannel, type Worker } from "node:worker_threads";
import type { Rendered } from "../src/index.js";
import type { PoolOptions } from "../src/threads/index.js";
import { serveJobs } from "../src/threads/index.js";

type Render = Parameters<typeof serveJobs>[1];

type Start = PoolOptions<Rendered>["start"];

/** The work of the threads of a test. */
export interface Threads {
  start: Start;
  settings: Parameters<Start>[0][];
  ended: number;
}

/** Threads that serve jobs in this one, over ports that copy what goes through them. */
export function threadsThat(render: (die: (cause?: Error) => void) => Render): Threads {
  const threads: Threads = {
    settings: [],
    ended: 0,
    start(settings) {
      threads.settings.push(settings);
      const { port1, port2 } = new MessageChannel();
      const exit = () => {
        port2.close();
        port1.emit("exit", undefined);
      };
      const die = (cause?: Error) => {
        if (cause) port1.emit("error", cause);
        exit();
      };
      void serveJobs(port2, render(die)).then(() => {
        threads.ended++;
        exit();
      });
      const terminate = async () => {
        exit();
        return 0;
      };
      return Object.assign(port1, { terminate }) as unknown as Worker;
    },
  };
  return threads;
}
