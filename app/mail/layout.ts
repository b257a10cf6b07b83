import { env } from "../core/process/env.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { type Currency, formatAmount } from "../i18n/format.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import { type Mail, oneLine } from "./mail.ts";

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** A text in both languages, or one that has no translation, with its language when that is not the mail's. */
export type Words = Bilingual | string | LocalText;

/** A label and its value. */
export type Fact = readonly [label: Words, value: Words];

/** A part that a condition may leave out. */
type Optional<T> = T | false | null | undefined;

/** One part of a mail, from which its text and its HTML are made; words alone are a paragraph. */
export type Part =
  | Words
  | { facts: readonly Optional<Fact>[] }
  | { button: Words; to: string }
  | { link: Words; to: string }
  /** A square picture that is put into the mail when it leaves, by its id there. */
  | { picture: string; alt: Words; size: number }
  /** Somebody else's words, lines kept. */
  | { quote: string };

type Content = Pick<Mail, "template" | "reply_to" | "about_id"> & {
  subject: Words;
  /** The line that lists of mails show after the subject: the title where nothing else is said. */
  preheader?: Words;
  /** The subject, where nothing else is said. */
  title?: Words;
  parts: readonly Optional<Part>[];
  /** Why the recipient gets it. */
  reason: Words;
  headers?: Record<string, string>;
};

export type Letter = Content & {
  language: Language;
  recipient: string;
  /** Whom it greets; absent in a mail to an address whose owner nobody knows. */
  firstName?: string;
  /** Greeted instead of a person. */
  organisation?: string | null;
  /** It is about something that was paid with no real money. */
  isTest?: boolean;
};

/** The address of a path of the site in a language, for a reader elsewhere. Full addresses stay. */
export function siteAddress(language: Language, path: string): string {
  const { PUBLIC_URL } = env();
  const full = path.startsWith("/") ? PUBLIC_URL + pathIn(language, path) : path;
  if (!/^https?:\/\//.test(full)) throw new TypeError("a mail links to web addresses only");
  return full;
}

/** Makes the message of a letter, both ways to read it. */
export function composeMail(letter: Letter): Mail {
  const { template, language, recipient, reply_to, about_id, firstName, organisation, subject } =
    letter;
  const title = letter.title ?? subject;
  const preheader = plain(language, letter.preheader ?? title);
  const sheet: Sheet = {
    language,
    subject: plain(language, subject),
    preheader: letter.isTest ? `${TEST[language]} ${preheader}` : preheader,
    title: plain(language, title),
    parts: [
      letter.isTest && TEST,
      firstName !== undefined && greeting(language, firstName, organisation),
      ...letter.parts,
    ].filter(isPresent),
    reason: plain(language, letter.reason),
  };
  return {
    template,
    language,
    recipient,
    reply_to,
    about_id,
    subject: sheet.subject,
    text_body: asText(sheet),
    html_body: asHtml(sheet),
    headers: { "Auto-Submitted": "auto-generated", ...letter.headers },
  };
}

/** A mail to a member of staff, in French as the back office is. */
export function composeStaffMail({
  recipient,
  name,
  parts,
  reason = "Vous recevez ce message parce que vous administrez le site, ou l’administriez il y a moins d’une semaine.",
  ...content
}: Omit<Content, "reason"> & { recipient: string; name: string; reason?: string }): Mail {
  return composeMail({
    ...content,
    language: "fr",
    recipient,
    parts: [`Bonjour ${name},`, ...parts],
    reason,
  });
}

/** A letter whose optional parts are decided. */
type Sheet = Record<"subject" | "preheader" | "title" | "reason", string> & {
  language: Language;
  parts: readonly Part[];
};

const isPresent = <T>(part: Optional<T>): part is T => Boolean(part);

const TEST: Bilingual = {
  fr: "Ceci est un essai : il n’engage ni argent, ni place, ni adhésion.",
  en: "This is a test: no real money, no real place and no real membership.",
};

// Letters, and what stands between them in names.
const NAME = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;
// Numbers too, but no dot within a word, which programs take for the address of a site.
const ORGANISATION = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’&, -]|\.(?= |$)){0,59}$/u;

/**
 * 'Bonjour Aïssatou,'. Anybody can type somebody else's address and any name into our forms: what
 * does not look like a name is left out, so that nobody sends advertising in our name.
 */
export function greeting(
  language: Language,
  firstName: string,
  organisation?: string | null,
): string {
  const name = oneLine(organisation || firstName);
  const hello = language === "fr" ? "Bonjour" : "Hello";
  return (organisation ? ORGANISATION : NAME).test(name) ? `${hello} ${name},` : `${hello},`;
}

const FREE: Bilingual = { fr: "Gratuit", en: "Free" };

/** What something costs; nothing is a price too. */
export function priceWords(language: Language, amount: number, currency: Currency): string {
  return amount === 0 ? FREE[language] : formatAmount(language, amount, currency);
}

/** A subject of two halves, such as 'Place gardée : Tournoi national'. */
export const subjectAbout = (subject: Bilingual, about: string): Bilingual => ({
  fr: `${subject.fr}${COLON.fr} ${about}`,
  en: `${subject.en}${COLON.en} ${about}`,
});

export const CONTACT_LINK: Part = {
  link: { fr: "Écrire à la fédération", en: "Write to the federation" },
  to: "/contact",
};

/** In a mail that somebody may look for in a year. */
export const ME_LINK: Part = {
  link: {
    fr: "Retrouver mes licences, billets et reçus dans Mon espace",
    en: "Find my licences, tickets and receipts in My space",
  },
  to: "/me",
};

/** The end of a mail that says that staff corrected an address. */
export const ADDRESS_OBJECTION: readonly Part[] = [
  {
    fr: "Ce n’est pas ce que vous vouliez ? Dites-le à la fédération.",
    en: "Not what you wanted? Tell the federation.",
  },
  CONTACT_LINK,
];

/** The federation, as it signs what it sends. */
export function federationOf(language: Language) {
  const { federation, contact_info } = cachedSettings();
  return {
    name: language === "fr" ? federation.name : federation.name_en,
    lines: [localized(contact_info, "address", language).text, contact_info.postal_code].filter(
      Boolean,
    ),
    reach: [contact_info.email, contact_info.phone].filter(Boolean),
  };
}

const localWords = (language: Language, words: Words): string | LocalText =>
  typeof words === "object" && "fr" in words ? words[language] : words;

function plain(language: Language, words: Words): string {
  const local = localWords(language, words);
  return oneLine(typeof local === "string" ? local : local.text);
}

const lines = (text: string) => text.split(/\r\n?|[\n\u2028\u2029]/);

const COLON: Bilingual = { fr: "\u202f:", en: ":" };

const isParagraph = (part: Part): part is Words =>
  typeof part === "string" || "text" in part || "fr" in part;

function asText({ language, title, parts, reason }: Sheet): string {
  const { name, lines: address, reach } = federationOf(language);
  const blocks = parts.flatMap((part) => {
    if (isParagraph(part)) return plain(language, part);
    if ("picture" in part) return [];
    if ("facts" in part) {
      return part.facts
        .filter(isPresent)
        .map(
          ([label, value]) =>
            `${plain(language, label)}${COLON[language]} ${plain(language, value)}`,
        )
        .join("\n");
    }
    if ("quote" in part) {
      return lines(part.quote)
        .map((line) => `> ${line}`)
        .join("\n");
    }
    const label = plain(language, "button" in part ? part.button : part.link);
    return `${label}${COLON[language]}\n${siteAddress(language, part.to)}`;
  });
  const foot = ["--", name, ...address, reach.join(" · "), "", reason].join("\n");
  return `${[title.toLocaleUpperCase(language), ...blocks, foot].join("\n\n")}\n`;
}

/** An element's words, escaped, with their language when it is not the mail's. */
function span(language: Language, words: Words): string {
  const local = localWords(language, words);
  const text = escapeXml(plain(language, local));
  const lang = typeof local === "string" ? undefined : local.lang;
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

function asHtml(sheet: Sheet): string {
  const { language } = sheet;
  const { name, lines: address, reach } = federationOf(language);
  const parts = sheet.parts.map((part) => htmlPart(language, part)).join("\n");
  const foot = [name, ...address, reach.join(" · ")].map(escapeXml).join("<br>");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeXml(sheet.subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7">
<div style="display:none;mso-hide:all">${escapeXml(sheet.preheader)}${PREHEADER_FILL}</div>
<table ${TABLE} width="100%" bgcolor="#fbfaf7" class="page" style="background:#fbfaf7">
<tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="600" style="width:100%;max-width:600px">
<tr><td bgcolor="#0f1f19" style="background:#0f1f19;border-radius:10px 10px 0 0;padding:22px 28px">
${LOGO_PLACE}<table ${TABLE}><tr>${BANDS}</tr></table>
<p style="margin:12px 0 0;${FONT};font-size:18px;line-height:24px;font-weight:700;color:#ffffff">${escapeXml(name)}</p>
</td></tr>
<tr><td bgcolor="#ffffff" class="sheet" style="background:#ffffff;border-radius:0 0 10px 10px;padding:28px 28px 12px">
<h1 class="ink" style="margin:0 0 18px;${FONT};font-size:26px;line-height:32px;letter-spacing:-0.02em;font-weight:800;color:#0b1410">${escapeXml(sheet.title)}</h1>
${parts}
</td></tr>
<tr><td style="padding:22px 28px">
<p class="muted" style="margin:0 0 12px;${SMALL};color:#55605a">${foot}</p>
<p class="muted" style="margin:0;${SMALL};color:#55605a">${escapeXml(sheet.reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function htmlPart(language: Language, part: Part): string {
  if (isParagraph(part)) {
    return `<p class="ink" style="margin:0 0 18px;${BODY};color:#0b1410">${span(language, part)}</p>`;
  }
  if ("quote" in part) {
    const quoted = lines(part.quote).map(escapeXml).join("<br>");
    return `<blockquote class="ink rule" style="margin:0 0 18px;padding:2px 0 2px 16px;border-left:4px solid #e4e2db;${BODY};color:#0b1410">${quoted}</blockquote>`;
  }
  if ("facts" in part) {
    const rows = part.facts.filter(isPresent).map(
      ([label, value]) => `<tr>
<th scope="row" align="left" valign="top" class="muted rule" style="padding:9px 16px 9px 0;border-bottom:1px solid #e4e2db;${SMALL};font-weight:400;color:#55605a;text-align:left">${span(language, label)}</th>
<td valign="top" class="ink rule" style="padding:9px 0;border-bottom:1px solid #e4e2db;${SMALL};font-weight:600;color:#0b1410">${span(language, value)}</td>
</tr>`,
    );
    return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 22px">${rows.join("\n")}</table>`;
  }
  if ("picture" in part) {
    return `<p style="margin:0 0 18px"><img src="cid:${escapeXml(part.picture)}" alt="${escapeXml(plain(language, part.alt))}" width="${part.size}" height="${part.size}" style="display:block;border:0;background:#ffffff"></p>`;
  }
  const to = escapeXml(siteAddress(language, part.to));
  if ("link" in part) {
    return `<p style="margin:0 0 18px;${BODY}"><a class="link" href="${to}" style="color:#00734b;text-decoration:underline">${span(language, part.link)}</a></p>`;
  }
  return `<table ${TABLE} style="margin:4px 0 24px"><tr><td bgcolor="#00734b" style="background:#00734b;border-radius:8px">
<a href="${to}" style="display:inline-block;padding:13px 24px;${FONT};font-size:17px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none">${span(language, part.button)}</a>
</td></tr></table>`;
}
