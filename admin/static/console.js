// What htmx does not do: theme, copy, the composer, sorting, bringing answers into view.
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
  const longest = Number(box.dataset.longest), length = composer.querySelector(".length");
  const measure = () => {
    box.rows = 1;
    box.rows = Math.min(6, Math.max(1, Math.round((box.scrollHeight - 20) / 24))); // 20 of padding, 24 a line
    const over = box.value.length > longest, of = `${longest.toLocaleString("en")} characters`;
    length.textContent = box.value.length < longest * .8 ? "" : `${box.value.length.toLocaleString("en")} of ${of}`;
    length.classList.toggle("over", over);
    box.setCustomValidity(over ? `A question has at most ${of}.` : "");
  };
  box.addEventListener("input", measure);
  composer.addEventListener("reset", () => setTimeout(measure)); // once it is empty
}

// --- each form is sent once: it bears a key (admin/once.py), and one that stays on the page gets another when it is done
document.addEventListener("htmx:after:request", (event) => {
  const key = event.target.closest?.("form")?.elements.form_key;
  if (!key || event.detail.ctx.response.status >= 400) return;
  key.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
});
document.addEventListener("submit", (event) => { // the answer to a second click would take the place of the first one's
  const form = event.target, now = Date.now();
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (now - Number(form.dataset.sent ?? 0) < 3000) event.preventDefault();
  else form.dataset.sent = now;
});

// --- a figure leads to its query, also where that is folded away
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details");
  if (folded && !folded.open) {
    folded.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", unfold);
unfold();

// --- tables that are whole can be sorted by a column
function sortable(table) {
  if (table.dataset.sortable === "ready") return;
  table.dataset.sortable = "ready";
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(table, head));
  }
}
function sort(table, head) {
  const numeric = head.classList.contains("n");
  const down = head.getAttribute("aria-sort") === (numeric ? null : "ascending"); // figures: the highest first
  const key = (row) => row.cells[head.cellIndex].dataset.order ?? row.cells[head.cellIndex].textContent;
  const compare = numeric
    ? (a, b) => (Number(a) || 0) - (Number(b) || 0)
    : (a, b) => a.localeCompare(b, "en", { numeric: true, sensitivity: "base" });
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.append(...rows);
}
const prepare = () => document.querySelectorAll("[data-sortable]").forEach(sortable);
prepare();

// --- live parts are morphed: what a person has unfolded stays so
htmx.config.morphIgnore = [...htmx.config.morphIgnore, "open"];

// --- after a swap: a new turn empties the composer and comes into view; so does an answer that has just come
const turns = () => [...document.querySelectorAll("#thread .turn")];
const stateOf = (turn) => ({ id: turn?.id, isDone: !!turn && "done" in turn.dataset });
let lastTurn = stateOf(turns().at(-1));
document.addEventListener("htmx:after:swap", () => {
  prepare();
  const last = turns().at(-1);
  if (!last) return;
  const earlier = turns().filter((turn) => turn !== last && turn.id === last.id); // sent again: shown once
  for (const turn of earlier) turn.remove();
  for (const part of document.querySelectorAll("[data-fresh]")) part.remove();
  document.querySelector(".fresh")?.classList.remove("fresh");
  const { id, isDone } = stateOf(last), isNew = id !== lastTurn.id || earlier.length > 0;
  if (!isNew && isDone === lastTurn.isDone) return;
  lastTurn = { id, isDone };
  if (isDone) say(last.querySelector(".said")?.textContent.trim() ?? "");
  if (isNew && composer) {
    composer.reset();
    const box = composer.querySelector("textarea");
    box.placeholder = box.dataset.later;
    box.focus();
  }
  last.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
});

// --- a conversation opened anew starts at its last turn, unless the address names another
if (composer && !location.hash) document.querySelector("#thread .turn:nth-last-child(1):not(:only-child)")?.scrollIntoView();
