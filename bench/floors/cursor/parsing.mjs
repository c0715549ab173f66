/** The floor of searching: reads and parses each bubble of all chats. node parsing.mjs HOME */
import { bubblesIn, composersIn, openDatabase } from "./database.mjs";

const database = openDatabase(process.argv[2]);
const bubblesOf = bubblesIn(database);
let count = 0;
for (const composer of composersIn(database))
  for (const bubble of bubblesOf(composer)) {
    JSON.parse(bubble);
    count++;
  }
console.log(count);
