import { type Citation, type Json, type JsonObject, nonEmpty, present } from "@chatexport/core";
import { fieldsWhere, nameSet, objectsOf, textOf, wordOf } from "@chatexport/core/read";

/** The sources that a text block names: pages, and places in documents, which have no address. */
export function citationsOf(block: JsonObject): Citation[] | undefined {
  return nonEmpty(
    objectsOf(block.citations).map((citation) => {
      const { url, source, title, document_title, cited_text } = citation;
      const said = {
        url: textOf(url) ?? textOf(source),
        title: textOf(title) ?? textOf(document_title),
        text: textOf(cited_text),
      };
      const isOwn = (value: Json, name: string) =>
        value !== null &&
        !(citationFields.has(name) && Object.values(said).includes(wordOf(value)));
      return present({ ...said, native: fieldsWhere(citation, isOwn) });
    }),
  );
}

const citationFields = nameSet("url source title document_title cited_text");
