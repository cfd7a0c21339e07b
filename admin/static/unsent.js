// What was asked and is not answered yet: sent again until it is, and kept over a reload and a sign-in.

// --- a server that is away: the live parts ask on by themselves; a form is sent again, the same with the same key,
//     so that one which did arrive asks nothing twice (admin/once.py)
const lost = document.getElementById("lost"), why = lost.querySelector("span"), SILENT = why.textContent;
const unsent = new Map(); // form -> the button that sent it, the pause before it is sent again, and its timer
const FIRST_PAUSE = 1_000, LONGEST_PAUSE = 10_000; // milliseconds
const AWAY = [502, 503, 504]; // said by a proxy whose server is away, or by one whose database is

async function missed(ctx, response) {
  wait(ctx);
  const page = new DOMParser().parseFromString(await response?.text() ?? "", "text/html");
  why.textContent = page.querySelector("[data-problem]")?.textContent ?? SILENT; // a proxy's page says nothing
}
function wait(ctx) {
  lost.hidden = false;
  const form = ctx.sourceElement;
  if (!form.elements?.form_key) return;
  const pause = Math.min(2 * (unsent.get(form)?.pause ?? FIRST_PAUSE / 2), LONGEST_PAUSE);
  settled(form);
  unsent.set(form, { button: ctx.request.submitter, pause, timer: setTimeout(again, pause, form) });
}
function again(form) {
  const { button } = unsent.get(form);
  if (form.isConnected) form.requestSubmit(button?.form === form ? button : null);
  else settled(form);
}
function settled(form) {
  clearTimeout(unsent.get(form)?.timer);
  unsent.delete(form);
}
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx && ctx.text === undefined) missed(ctx); // with a text it was answered, and something else went wrong
});
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (!AWAY.includes(ctx.response.status)) return;
  event.preventDefault(); // a live part stays what it is, and asks on
  missed(ctx, ctx.response.raw);
});
document.addEventListener("htmx:after:request", (event) => {
  settled(event.detail.ctx.sourceElement);
  lost.hidden = unsent.size === 0;
});
document.addEventListener("input", (event) => { // who writes on will send it: half a question is not asked
  if (!unsent.has(event.target.form)) return;
  settled(event.target.form);
  lost.hidden = unsent.size === 0;
});
addEventListener("online", () => { for (const form of [...unsent.keys()]) again(form); });

// --- what stands in the composer is kept in this tab, with the key of its form, for this person and this page
if (composer) {
  const box = composer.querySelector("textarea"), key = composer.elements.form_key;
  const place = () => `unsent ${composer.dataset.who} ${location.pathname}`;
  let kept = place();
  const before = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  const keep = () => {
    sessionStorage.removeItem(kept); // a question that was asked may have moved the page on
    kept = place();
    if (box.value.trim()) sessionStorage.setItem(kept, JSON.stringify({ question: box.value, key: key.value }));
  };
  if (before && !box.value) {
    box.value = before.question;
    key.value = before.key;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    say("What you wrote was kept");
  }
  box.addEventListener("input", keep);
  composer.addEventListener("reset", () => setTimeout(keep)); // once it is empty
}
document.addEventListener("submit", (event) => {
  if (event.target.hasAttribute("data-sign-out")) sessionStorage.clear();
});
