/** The floor of searching: reads and parses each line of all transcripts. node parsing.mjs HOME */
import { linesOf, transcriptsBelow } from "./transcripts.mjs";

let count = 0;
for (const path of transcriptsBelow(process.argv[2]))
  for (const line of linesOf(path)) {
    JSON.parse(line.toString());
    count++;
  }
console.log(count);
