/** The floor of listing: parses each composer of the database. node list.mjs HOME */
import { composersIn, openDatabase } from "./database.mjs";

let headers = 0;
for (const composer of composersIn(openDatabase(process.argv[2])))
  headers += composer.fullConversationHeadersOnly.length;
console.log(headers);
