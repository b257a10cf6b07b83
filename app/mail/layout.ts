import { env } from "../core/process/env.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import { knownSettings } from "../settings/settings.visitor.server.ts";
import { type Mail, oneLine } from "./mail.ts";

/** A text, and its language when that is not the mail's. */
export type Words = string | LocalText;

/** What a mail is made of, from top to bottom; its text and its HTML come from the same parts. */
export type Part =
  | { text: Words }
  | { rows: readonly (readonly [label: string, value: Words])[] }
  | { button: string; to: string }
  | { link: string; to: string }
  /** A square picture that is put into the mail when it leaves, by its id there. */
  | { picture: string; alt: string; size: number }
  /** Somebody else's words, lines kept. */
  | { quote: string };

export type Letter = Pick<
  Mail,
  "template" | "language" | "recipient" | "reply_to" | "subject" | "about_id"
> & {
  /** The line that lists of mails show after the subject. */
  preheader: string;
  title: string;
  parts: readonly Part[];
  /** Why the recipient gets it. */
  reason: string;
  /** It is about something that was paid with no real money. */
  isTest?: boolean;
  headers?: Record<string, string>;
};

/** The address of a path of the site in a language, for a reader elsewhere. Full addresses stay. */
export function siteAddress(language: Language, path: string): string {
  const { PUBLIC_URL } = env();
  const full = path.startsWith("/") ? PUBLIC_URL + pathIn(language, path) : path;
  if (!/^https?:\/\//.test(full)) throw new TypeError("a mail links to web addresses only");
  return full;
}

/** Makes the message of a letter, both ways to read it. */
export function composeMail(message: Letter): Mail {
  const letter = message.isTest ? markTest(message) : message;
  const { template, language, recipient, reply_to, about_id } = letter;
  return {
    template,
    language,
    recipient,
    reply_to,
    about_id,
    subject: oneLine(letter.subject),
    text_body: asText(letter),
    html_body: asHtml(letter),
    headers: { "Auto-Submitted": "auto-generated", ...letter.headers },
  };
}

const TEST: Record<Language, string> = {
  fr: "Ceci est un essai : aucun argent réel, aucune place et aucune adhésion réelles.",
  en: "This is a test: no real money, no real place and no real membership.",
};

/** Says so before anything else, also in the line that lists of mails show. */
const markTest = (letter: Letter): Letter => ({
  ...letter,
  preheader: `${TEST[letter.language]} ${letter.preheader}`,
  parts: [{ text: TEST[letter.language] }, ...letter.parts],
});

/** The federation, as it signs what it sends. */
export function federationOf(language: Language) {
  const { federation, contact_info } = knownSettings();
  return {
    name: language === "fr" ? federation.name : federation.name_en,
    lines: [localized(contact_info, "address", language).text, contact_info.postal_code].filter(
      Boolean,
    ),
    reach: [contact_info.email, contact_info.phone].filter(Boolean),
  };
}

const plain = (words: Words) => oneLine(typeof words === "string" ? words : words.text);

const lines = (text: string) => text.split(/\r\n?|[\n\u2028\u2029]/);

const colon: Record<Language, string> = { fr: "\u202f:", en: ":" };

function asText(letter: Letter): string {
  const { language } = letter;
  const { name, lines: address, reach } = federationOf(language);
  const blocks = letter.parts.flatMap((part) => {
    if ("picture" in part) return [];
    if ("text" in part) return plain(part.text);
    if ("rows" in part) {
      return part.rows
        .map(([label, value]) => `${label}${colon[language]} ${plain(value)}`)
        .join("\n");
    }
    if ("quote" in part) {
      return lines(part.quote)
        .map((line) => `> ${line}`)
        .join("\n");
    }
    const label = "button" in part ? part.button : part.link;
    return `${label}${colon[language]}\n${siteAddress(language, part.to)}`;
  });
  const foot = ["--", name, ...address, reach.join(" · "), "", letter.reason].join("\n");
  return `${[letter.title.toLocaleUpperCase(language), ...blocks, foot].join("\n\n")}\n`;
}

/** An element's words, escaped, with their language when it is not the mail's. */
function span(words: Words): string {
  const text = escapeXml(plain(words));
  const lang = typeof words === "string" ? undefined : words.lang;
  return lang ? `<span lang="${lang}">${text}</span>` : text;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const BODY = `${FONT};font-size:17px;line-height:27px`;
const SMALL = `${FONT};font-size:14px;line-height:21px`;

// Programs that know dark mode get these colours; the others may turn ours round, so every text has
// its own colour and its own ground, and nothing is a picture.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0b1410!important}
.sheet{background:#13241d!important}
.ink{color:#f3f1ea!important}
.muted{color:#b9c6be!important}
.rule{border-color:#2d4138!important}
.link{color:#6fdcae!important}
}`;

/** Lists of mails fill the line after the preheader with what follows, unless something stands there. */
const PREHEADER_FILL = "&#847;&zwnj;&nbsp;".repeat(40);

/** Where the logo stands, which is put there when the mail leaves. */
export const LOGO_PLACE = "<!-- logo -->";

const BANDS = ["#ce1126", "#fcd116", "#009460"]
  .map(
    (colour) =>
      `<td width="28" height="6" bgcolor="${colour}" style="width:28px;height:6px;line-height:6px;font-size:6px;background:${colour}">&nbsp;</td>`,
  )
  .join("");

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

function asHtml(letter: Letter): string {
  const { language } = letter;
  const { name, lines: address, reach } = federationOf(language);
  const parts = letter.parts.map((part) => htmlPart(language, part)).join("\n");
  const foot = [name, ...address, reach.join(" · ")].map(escapeXml).join("<br>");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${span(letter.subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7">
<div style="display:none;mso-hide:all">${span(letter.preheader)}${PREHEADER_FILL}</div>
<table ${TABLE} width="100%" bgcolor="#fbfaf7" class="page" style="background:#fbfaf7">
<tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="600" style="width:100%;max-width:600px">
<tr><td bgcolor="#0f1f19" style="background:#0f1f19;border-radius:10px 10px 0 0;padding:22px 28px">
${LOGO_PLACE}<table ${TABLE}><tr>${BANDS}</tr></table>
<p style="margin:12px 0 0;${FONT};font-size:18px;line-height:24px;font-weight:700;color:#ffffff">${escapeXml(name)}</p>
</td></tr>
<tr><td bgcolor="#ffffff" class="sheet" style="background:#ffffff;border-radius:0 0 10px 10px;padding:28px 28px 12px">
<h1 class="ink" style="margin:0 0 18px;${FONT};font-size:26px;line-height:32px;letter-spacing:-0.02em;font-weight:800;color:#0b1410">${span(letter.title)}</h1>
${parts}
</td></tr>
<tr><td style="padding:22px 28px">
<p class="muted" style="margin:0 0 12px;${SMALL};color:#55605a">${foot}</p>
<p class="muted" style="margin:0;${SMALL};color:#55605a">${span(letter.reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function htmlPart(language: Language, part: Part): string {
  if ("text" in part) {
    return `<p class="ink" style="margin:0 0 18px;${BODY};color:#0b1410">${span(part.text)}</p>`;
  }
  if ("quote" in part) {
    const quoted = lines(part.quote).map(escapeXml).join("<br>");
    return `<blockquote class="ink rule" style="margin:0 0 18px;padding:2px 0 2px 16px;border-left:4px solid #e4e2db;${BODY};color:#0b1410">${quoted}</blockquote>`;
  }
  if ("rows" in part) {
    const rows = part.rows.map(
      ([label, value]) => `<tr>
<th scope="row" align="left" valign="top" class="muted rule" style="padding:9px 16px 9px 0;border-bottom:1px solid #e4e2db;${SMALL};font-weight:400;color:#55605a;text-align:left">${span(label)}</th>
<td valign="top" class="ink rule" style="padding:9px 0;border-bottom:1px solid #e4e2db;${SMALL};font-weight:600;color:#0b1410">${span(value)}</td>
</tr>`,
    );
    return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 22px">${rows.join("\n")}</table>`;
  }
  if ("picture" in part) {
    return `<p style="margin:0 0 18px"><img src="cid:${escapeXml(part.picture)}" alt="${escapeXml(plain(part.alt))}" width="${part.size}" height="${part.size}" style="display:block;border:0;background:#ffffff"></p>`;
  }
  const to = escapeXml(siteAddress(language, part.to));
  if ("link" in part) {
    return `<p style="margin:0 0 18px;${BODY}"><a class="link" href="${to}" style="color:#00734b;text-decoration:underline">${span(part.link)}</a></p>`;
  }
  return `<table ${TABLE} style="margin:4px 0 24px"><tr><td bgcolor="#00734b" style="background:#00734b;border-radius:8px">
<a href="${to}" style="display:inline-block;padding:13px 24px;${FONT};font-size:17px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none">${span(part.button)}</a>
</td></tr></table>`;
}
