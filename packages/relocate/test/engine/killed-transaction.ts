import { type Disk, realDisk } from "../../src/disk/disk.js";
import { type TransactionRequest, transact } from "../../src/engine/transact.js";
import { samplePlans } from "./sample-plans.js";

/*
 * A process of its own that moves a sample and is killed before a change of the disk: the options of the
 * move as JSON, and the number of the change.
 */

const [text = "", at] = process.argv.slice(2);
const options = JSON.parse(text) as Omit<TransactionRequest, "disk">;
let number = 0;
const changes = Object.entries(realDisk).map(([name, call]) => [
  name,
  (...values: unknown[]) => {
    if (number++ === Number(at)) process.kill(process.pid, "SIGKILL");
    return (call as (...values: unknown[]) => unknown)(...values);
  },
]);
const disk = Object.fromEntries(changes) as Disk;
const plans = samplePlans(options.home ?? "");
await transact({ ...options, disk }, async () => ({ plans, async verify() {} }));
