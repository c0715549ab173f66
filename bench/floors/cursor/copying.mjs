/**
 * The plain floor: reads the bubbles of each chat in reading order, parses them and writes the same
 * text back. node copying.mjs HOME OUT
 */
import { writeChats } from "./chats.mjs";

writeChats((output, bubble) => {
  JSON.parse(bubble);
  output.line(bubble);
});
