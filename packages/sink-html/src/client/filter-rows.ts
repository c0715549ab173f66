/** What the fields of the index ask for; "" asks for nothing. */
interface Filter {
  text: string;
  project: string;
  source: string;
  /** Days, as YYYY-MM-DD. */
  since: string;
  until: string;
  /** By what sessions are in groups: "project", or "" for the month. */
  group: string;
}

/** A session of the index, with the text that it is found by. */
interface Row {
  element: HTMLElement;
  text: string;
}

/** The sessions of the index. */
function readRows(): Row[] {
  const elements = document.querySelectorAll<HTMLElement>("li.session");
  return Array.from(elements, (element) => {
    const { project = "", source = "" } = element.dataset;
    const text = [element.textContent, project, source, element.id].join("\n").toLowerCase();
    return { element, text };
  });
}

/** Whether a session is what is asked for. One of an unknown time is not when a time is asked for. */
function isWanted({ element, text }: Row, filter: Filter): boolean {
  const { project, source, from = "", to = from } = element.dataset;
  return (
    (filter.project === "" || filter.project === project) &&
    (filter.source === "" || filter.source === source) &&
    (filter.since === "" || to >= filter.since) &&
    (filter.until === "" || (from !== "" && from <= filter.until)) &&
    wordsOf(filter.text).every((word) => text.includes(word))
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/);
}

/** All sessions of the page. */
const rows = readRows();
