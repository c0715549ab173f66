const themeAfter: Readonly<Record<Theme, Theme>> = {
  system: "light",
  light: "dark",
  dark: "system",
};

let theme = keptTheme();

function showTheme(): void {
  applyTheme(theme);
  for (const button of buttonsFor("theme")) button.textContent = button.title = `Theme: ${theme}`;
}

actions.set("theme", () => {
  theme = themeAfter[theme];
  keepTheme(theme);
  showTheme();
});

showTheme();
