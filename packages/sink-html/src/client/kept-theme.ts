type Theme = "system" | "light" | "dark";

/** The key under which the browser keeps the theme that was chosen, for all pages that it may keep it for. */
const themeKey = "chatexport-theme";

/** The theme that was chosen; the system's where none was, or where the browser keeps nothing. */
function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(themeKey);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

/** Keeps a theme for the next page. */
function keepTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // The browser keeps nothing for files: then the theme holds until the page is left.
  }
}

/** Shows the page in a theme. */
function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

applyTheme(keptTheme());
