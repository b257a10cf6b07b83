/** The forms of a page as it is served, and what a browser could send with each. */

export type Fields = Record<string, string>;

const FORM = /<form\b([^>]*)>(.*?)<\/form>/gs;
const CONTROL =
  /<(?:(input|button)\b([^>]*)>|(textarea)\b([^>]*)>([^<]*)<\/textarea>|(select)\b([^>]*)>(.*?)<\/select>)/gs;
const OPTION = /<option\b([^>]*)>/g;

/**
 * Every form of the page at `address` that changes something there, each with the values that stand in it
 * or could.
 */
export function formsOf(html: string, address: string): Fields[] {
  const pathOf = (to: string) => new URL(to, `http://localhost${address}`).pathname;
  return [...html.matchAll(FORM)]
    .filter(([, attributes = ""]) => {
      const action = attributeOf(attributes, "action") ?? "";
      return attributeOf(attributes, "method") === "post" && pathOf(action) === pathOf("");
    })
    .map(([, , inside = ""]) => fieldsOf(inside))
    .filter((fields) => Object.keys(fields).length > 0);
}

function fieldsOf(inside: string): Fields {
  const fields: Fields = {};
  for (const [, plain, a = "", area, b = "", text = "", , c = "", options = ""] of inside.matchAll(
    CONTROL,
  )) {
    const attributes = plain ? a : area ? b : c;
    const name = attributeOf(attributes, "name");
    // A person leaves the trap for programs empty.
    if (name === undefined || name === "website") continue;
    if (area) fields[name] = decoded(text) || "Un texte assez long pour tous.";
    else if (plain) fields[name] = startOf(plain, attributes, name);
    else fields[name] = chosenOf(options);
  }
  return fields;
}

function startOf(tag: string, attributes: string, name: string): string {
  const type = attributeOf(attributes, "type") ?? tag;
  const value = attributeOf(attributes, "value") ?? "";
  return value || type === "hidden" || tag === "button" ? value : plausible(type, name);
}

/** The chosen option of a list, or its last: the first is often the one that asks to choose. */
function chosenOf(options: string): string {
  const all = [...options.matchAll(OPTION)].map(([, attributes = ""]) => attributes);
  const chosen = all.find((attributes) => /\sselected\b/.test(attributes));
  return attributeOf(chosen ?? "", "value") || (attributeOf(all.at(-1) ?? "", "value") ?? "");
}

/** What somebody would type into an empty field. */
function plausible(type: string, name: string): string {
  const known: Fields = {
    email: "aissatou@example.org",
    tel: "622 12 34 56",
    url: "https://example.org/",
    number: "10",
    date: /birth/i.test(name) ? "2001-02-03" : "2035-02-03",
    "datetime-local": "2035-02-03T10:00",
    time: "10:00",
    color: "#00734b",
    checkbox: "on",
    password: "une phrase assez longue",
  };
  if (/email/i.test(name)) return "aissatou@example.org";
  return known[type] ?? (/slug|key/.test(name) ? "texte" : "Texte");
}

function attributeOf(attributes: string, name: string): string | undefined {
  const result = new RegExp(`\\s${name}="([^"]*)"`).exec(` ${attributes}`)?.[1];
  return result === undefined ? undefined : decoded(result);
}

const decoded = (text: string) =>
  text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
