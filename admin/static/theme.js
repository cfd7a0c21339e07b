// Before the first paint: the chosen theme, or the system's. Kept in a file of its own, as inline code is not run.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try { return localStorage.getItem("theme") || "auto"; } catch { return "auto"; }
  };
  const apply = () => {
    const theme = chosen();
    document.documentElement.dataset.bsTheme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.theme = document.documentElement.dataset.bsTheme;
  };
  dark.addEventListener("change", apply);
  window.theme = {
    chosen,
    choose(name) {
      try { localStorage.setItem("theme", name); } catch { /* private mode: for this page only */ }
      apply();
    },
  };
  apply();
})();
