/*
 * The address holds the filter, so that it is there again after a reload and on the way back from a
 * session.
 */

const filterFields = {
  text: document.querySelector<HTMLInputElement>("#filter"),
  project: document.querySelector<HTMLSelectElement>("#project"),
  source: document.querySelector<HTMLSelectElement>("#source"),
  since: document.querySelector<HTMLInputElement>("#since"),
  until: document.querySelector<HTMLInputElement>("#until"),
  group: document.querySelector<HTMLSelectElement>("#group"),
};

/** The filter that the fields hold now. */
function filterFromFields(): Filter {
  const { text, project, source, since, until, group } = filterFields;
  return {
    text: text?.value ?? "",
    project: project?.value ?? "",
    source: source?.value ?? "",
    since: since?.value ?? "",
    until: until?.value ?? "",
    group: group?.value ?? "",
  };
}

/** Fills the fields from the address; what they cannot take, they leave. */
function fillFieldsFromAddress(): void {
  const asked = new URLSearchParams(location.search);
  for (const [name, field] of Object.entries(filterFields)) {
    if (field === null) continue;
    field.value = asked.get(name) ?? "";
    if (field.value === "") field.value = "";
  }
}

/** Writes what is asked for into the address. */
function keepInAddress(filter: Filter): void {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== "") asked.set(name, value);
  const address = new URL(location.href);
  address.search = asked.toString();
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers let no file change its address: then a reload begins anew.
  }
}
