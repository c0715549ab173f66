// The page that shows a transcript: it uses what any program can, as docs/library.md says.
import { toHtml } from "@chatexport/sink-html/to-html";
import { toMarkdown } from "@chatexport/sink-markdown/to-markdown";
import { parseSession } from "@chatexport/source-claude/parse-session";

const element = (id) => document.getElementById(id);
const place = element("place");
let session;

/** Shows the transcript in a file. */
async function show(file) {
  element("failure").textContent = "";
  const reports = [];
  const text = await file.text();
  const path = /^[\w.-]+\.jsonl$/.test(file.name) ? file.name : undefined;
  const read = parseSession(text, { ...(path && { path }), report: (one) => reports.push(one) });
  if (!read.messages.some(({ role }) => role === "user" || role === "assistant")) {
    element("failure").textContent =
      `${file.name} holds no conversation of Claude Code. The program reads other tools: npx chatexport`;
    return;
  }
  session = read;
  element("name").textContent = file.name;
  const notes = reports.map(({ message }) => message);
  element("notes").textContent = [...new Set(notes)].slice(0, 3).join(" ");
  element("notes").hidden = notes.length === 0;
  // In a frame of its own, so that nothing in a transcript reaches this page.
  element("page").srcdoc = toHtml(read);
  document.body.classList.add("full");
}

/** Offers a document as a file to save. */
function save(content, type, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = `${session.id}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const fail = (cause) => {
  element("failure").textContent = `The file could not be read: ${cause.message}`;
};

for (const button of document.querySelectorAll(".choose"))
  button.addEventListener("click", () => element("file").click());
element("file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (file) show(file).catch(fail);
  target.value = "";
});
element("html").addEventListener("click", () => save(toHtml(session), "text/html", "html"));
element("markdown").addEventListener("click", () =>
  save(toMarkdown(session), "text/markdown", "md"),
);
for (const type of ["dragenter", "dragover", "dragleave", "drop"])
  addEventListener(type, (event) => {
    event.preventDefault();
    place.classList.toggle("over", type === "dragenter" || type === "dragover");
    const [file] = type === "drop" ? event.dataTransfer.files : [];
    if (file) show(file).catch(fail);
  });
