const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
button,select,a.button{font:inherit;min-height:44px;padding:.5rem 1rem;margin:.25rem .25rem .25rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #ccc;vertical-align:top}
.mark{background:#fde68a;color:#3b2f00;padding:.5rem 1rem;font-weight:600}`;

/** A page of a simulator: it says on each that no money moves, and runs no script. */
export const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>` +
  `<p class="mark">Simulateur : aucun argent ne bouge.</p><h1>${escapeHtml(title)}</h1>${body}</body></html>`;

export type Choice = {
  name: string;
  label: string;
  options: readonly (readonly [string, string])[];
};

/** Buttons that each post what they stand for, with one choice before them. */
export function formOf(
  address: string,
  actions: readonly (readonly [string, string])[],
  choice?: Choice,
): string {
  const options = choice?.options.map(
    ([value, label]) => `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`,
  );
  const select =
    choice && options
      ? `<p><label>${escapeHtml(choice.label)} <select name="${choice.name}">${options.join("")}</select></label></p>`
      : "";
  const buttons = actions.map(
    ([value, label]) =>
      `<button name="action" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  );
  return `<form method="post" action="${escapeHtml(address)}">${select}${buttons.join("")}</form>`;
}
