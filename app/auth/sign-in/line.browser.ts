// The script of the sign-in screen, which is a plain document: without a line a form would lead to a page of the
// browser, which forgets what was typed. So the site is asked first whether it can be reached.

const panel = document.querySelector<HTMLElement>("[data-no-line]");
const reached = new WeakSet<HTMLFormElement>();

document.addEventListener("submit", async (event) => {
  const form = event.target as HTMLFormElement;
  if (!panel || reached.delete(form)) return;
  event.preventDefault();
  panel.hidden = true;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
  panel.hidden = answer !== undefined;
  if (!answer) return;
  reached.add(form);
  form.requestSubmit(event.submitter);
});

export {};
