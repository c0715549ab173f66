import { hostileStrings } from "@chatexport/testkit";
import fc from "fast-check";

const token = fc.oneof(
  fc.constantFrom(...hostileStrings),
  fc.constantFrom(..."ab -#>*+`~|:[]()<>!\\&\"'=_\t\n"),
  fc.constantFrom(
    "\n\n",
    "\n> ",
    "\n- ",
    "\n    ",
    "```",
    "](",
    "|-|-|\n",
    "<http://a.b>",
    "**",
    "~~",
    "\r\n",
  ),
);

/** Markdown made of attacks and of what is around them. */
export const hostileMarkdown = fc.oneof(
  fc.array(token, { maxLength: 20 }).map((parts) => parts.join("")),
  fc.array(token, { maxLength: 10 }).map((parts) => parts.join("\n")),
  fc.string({ unit: "binary" }),
);
