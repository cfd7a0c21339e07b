// What htmx does not do: theme, copy, the composer, bringing answers into view.
const say = (text) => { document.getElementById("said").textContent = text; };

// --- theme
const toggle = document.querySelector("[data-theme-toggle]");
const themes = { auto: "follows the system", light: "light", dark: "dark" };
function showTheme() {
  const chosen = window.theme.chosen();
  toggle.title = `Theme: ${themes[chosen]}`;
  toggle.setAttribute("aria-label", toggle.title);
  for (const icon of toggle.querySelectorAll("[data-theme-icon]")) icon.hidden = icon.dataset.themeIcon !== chosen;
}
toggle.addEventListener("click", () => {
  const names = Object.keys(themes);
  window.theme.choose(names[(names.indexOf(window.theme.chosen()) + 1) % names.length]);
  showTheme();
  say(toggle.title);
});
showTheme();

// --- copy
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const code = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    say("Copied");
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 1500);
  } catch { // no clipboard (plain http on another host): select it, so that the keyboard can copy
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    say("Selected: press Ctrl+C to copy");
  }
});

// --- composer: Enter sends, Shift+Enter is a new line, the box grows with its text
const composer = document.querySelector("[data-composer]");
if (composer) {
  const box = composer.querySelector("textarea");
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      composer.requestSubmit();
    }
  });
  box.addEventListener("input", () => {
    box.rows = 1;
    box.rows = Math.min(6, Math.max(1, Math.round((box.scrollHeight - 20) / 24))); // 20 of padding, 24 a line
  });
}

// --- after a swap: a new turn empties the composer and comes into view; so does an answer that has just come
let lastTurn = {};
document.addEventListener("htmx:after:swap", () => {
  const turns = document.querySelectorAll("#thread .turn");
  const last = turns[turns.length - 1];
  if (!last) return;
  for (const part of document.querySelectorAll("[data-fresh]")) part.remove();
  document.querySelector(".fresh")?.classList.remove("fresh");
  const isNew = last.id !== lastTurn.id, isDone = "done" in last.dataset;
  if (!isNew && isDone === lastTurn.isDone) return;
  lastTurn = { id: last.id, isDone };
  if (isDone) say(last.querySelector(".said")?.textContent.trim() ?? "");
  if (isNew) {
    composer.reset();
    const box = composer.querySelector("textarea");
    box.rows = 1;
    box.placeholder = "Ask a follow-up";
    box.focus();
  }
  last.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
});

// --- a server that is away: the live parts ask on, so the note goes as soon as one is answered
const lost = document.getElementById("lost");
document.addEventListener("htmx:error", () => { lost.hidden = false; });
document.addEventListener("htmx:after:request", () => { lost.hidden = true; });

// --- a conversation opened anew starts at its last turn, unless the address names another
if (composer && !location.hash) document.querySelector("#thread .turn:nth-last-child(1):not(:only-child)")?.scrollIntoView();
