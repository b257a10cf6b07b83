import { inArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { isId } from "../core/secrets/id.ts";
import { FieldRefused } from "../core/values/errors.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { formatNumber } from "../i18n/format.ts";
import { tooLong } from "../i18n/too-long.ts";
import { type FormValues, groupNumbers } from "../kit/form/field-groups.ts";
import { MAX_STEP_LENGTH, TEXT_SETTINGS, type TextSetting } from "../settings/custom-texts.ts";
import { settingFromForm, textFieldsOf } from "../settings/setting-fields.ts";
import type { SiteSettings } from "../settings/settings.ts";
import { isServed, patternOf } from "../site/site-map.ts";
import { type CustomTextRow, customTextRow } from "./custom-texts.server.ts";
import { parseDocumentField } from "./document-json.ts";
import { parseText } from "./parse.server.ts";
import { plainToMarkdown, printText } from "./print.server.ts";
import {
  isOwnPath,
  isOwnPicture,
  isSafeHref,
  pathOf,
  runsOf,
  type TextDocument,
  type TextFormat,
} from "./text-document.ts";

type Row = { format?: TextFormat };

/** The rules of a text: its maximum length, and the message when it is required and missing. */
type Rule = { max: number; required?: string };

/**
 * The texts of a form as they are stored, `before` being the row as it was: one of lines that nobody changed
 * stays as it is; the others are in the one form of Markdown, and their pictures have their sizes.
 * @throws FieldRefused beside the text that cannot be published
 */
export async function normaliseTexts<Values extends Row>(
  db: StaffDb,
  values: Values,
  rules: Readonly<Record<string, Rule>>,
  before?: Row,
): Promise<Values> {
  if (values.format !== "markdown") return values;
  const normalised: Record<string, string | null> = {};
  for (const [field, rule] of Object.entries(rules)) {
    normalised[field] = await normaliseText(db, field, textIn(values, field), rule);
  }
  const isAsBefore = Object.keys(rules).every(
    (field) => before && plainToMarkdown(textIn(before, field)) === (normalised[field] ?? ""),
  );
  if (before?.format === "plain" && isAsBefore) {
    const same = Object.keys(rules).map((field) => [field, textIn(before, field) || null]);
    return { ...values, ...Object.fromEntries(same), format: "plain" };
  }
  return { ...values, ...normalised };
}

const textIn = (row: Row, field: string): string =>
  (row as Record<string, string | null | undefined>)[field] ?? "";

async function normaliseText(db: StaffDb, field: string, value: string, { max, required }: Rule) {
  const sent = parseDocumentField(value);
  if (!sent && value.length > max) throw new FieldRefused(field, tooLong(max));
  const document = sent ?? parseText(value);
  const problem = problemOf(document);
  if (problem) throw new FieldRefused(field, problem);
  await assertPagesExist(db, field, document);
  const text = printText(await withSizes(db, field, document));
  // Escapes of Markdown do not count: twice the length has room for them.
  if (text.length > 2 * max) throw new FieldRefused(field, tooLong(max));
  if (text === "" && required) throw new FieldRefused(field, required);
  return text || null;
}

async function withSizes(db: StaffDb, field: string, document: TextDocument) {
  const addresses = document.flatMap((block) =>
    block.type === "picture" ? [block.src] : block.type === "video" ? [block.picture] : [],
  );
  const uploads = addresses.filter((address) => address.startsWith("/files/"));
  if (uploads.length === 0) return document;
  const { file_url, width, height } = staticFiles;
  const rows = await db
    .select({ file_url, width, height })
    .from(staticFiles)
    .where(inArray(file_url, uploads));
  const files = new Map(rows.map((row) => [row.file_url, row]));
  const missing = uploads.find((address) => !files.has(address));
  if (missing)
    throw new FieldRefused(
      field,
      `L’image «\u202f${missing}\u202f» n’est plus parmi les fichiers.`,
    );
  return document.map((block) => {
    const file = block.type === "picture" ? files.get(block.src) : undefined;
    if (!file?.width || !file.height) return block;
    return { ...block, size: { width: file.width, height: file.height } };
  });
}

/** By pattern of the site map: the table whose row an address names, and the column that the address holds. */
const TABLE_OF_PATTERN: Record<string, { table: string; column: string }> = {
  "/:slug": { table: "pages", column: "slug" },
  "/news/:id": { table: "news", column: "id" },
  "/events/:id": { table: "events", column: "id" },
  "/resources/:id": { table: "static_files", column: "id" },
};

async function assertPagesExist(db: StaffDb, field: string, document: TextDocument) {
  for (const href of addressesOf(document).filter(isOwnPath)) {
    const path = pathOf(href);
    const target = TABLE_OF_PATTERN[patternOf(path) ?? ""];
    if (!target) continue;
    const name = path.split("/").at(-1) ?? "";
    if (target.column === "id" && !isId(name)) throw missingPage(field, href);
    const { table, column } = target;
    const exists = sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${name}`;
    if (!(await hasRow(db, exists))) throw missingPage(field, href);
  }
}

const missingPage = (field: string, href: string) =>
  new FieldRefused(field, `La page «\u202f${href}\u202f» n’existe pas sur le site.`);

async function hasRow(db: StaffDb, statement: SQL): Promise<boolean> {
  const rows = await rowsOf<unknown>(db, statement);
  return rows.length > 0;
}

/** The maximum number of blocks of a text. */
const MAX_BLOCKS = 2_000;

/** What is wrong with a text, to stand beside its field; undefined when it can be published. */
export function problemOf(document: TextDocument): string | undefined {
  if (document.length > MAX_BLOCKS)
    return `${formatNumber("fr", MAX_BLOCKS)} paragraphes, images et vidéos au plus`;
  for (const block of document) {
    if (block.type === "picture" && !isOwnPicture(block.src)) {
      return `L’image « ${short(block.src)} » n’est pas sur le site. Ajoutez-la d’abord aux fichiers.`;
    }
    if (block.type === "video" && block.picture && !isOwnPicture(block.picture)) {
      return `L’image « ${short(block.picture)} » de la vidéo n’est pas sur le site.`;
    }
    if (block.type === "action" && block.label === "") {
      return "Indiquez le texte du bouton.";
    }
  }
  for (const href of addressesOf(document)) {
    if (!isSafeHref(href)) {
      return `Le lien « ${short(href)} » ne mène nulle part. Une adresse commence par / ou par https://`;
    }
    if (isOwnPath(href) && !isAddress(href)) {
      return `La page « ${short(href)} » n’existe pas sur le site.`;
    }
  }
  return undefined;
}

/** Every address that a text leads to. */
function addressesOf(document: TextDocument): string[] {
  const linked = [...runsOf(document)].flatMap((run) => ("href" in run && run.href) || []);
  const blocks = document.flatMap((block) =>
    block.type === "video" || block.type === "action" ? [block.href] : [],
  );
  return [...new Set([...linked, ...blocks])];
}

function isAddress(href: string): boolean {
  const path = pathOf(href);
  const pattern = patternOf(path);
  return isServed(path) || (pattern !== undefined && !/^\/(?:admin|\*)/.test(pattern));
}

const short = (address: string) => (address.length > 60 ? `${address.slice(0, 60)}…` : address);

/**
 * A setting that holds the texts of a fixed page as it is stored, `before` being what it was.
 * @throws FieldRefused beside the text that cannot be published
 */
export async function normaliseCustomTexts<Key extends TextSetting>(
  db: StaffDb,
  key: Key,
  value: SiteSettings[Key],
  before: SiteSettings[Key],
): Promise<SiteSettings[Key]> {
  const row: CustomTextRow = { ...customTextRow(key, value), format: "markdown" };
  try {
    const stored = await normaliseTexts(db, row, rulesOf(key, row), customTextRow(key, before));
    const texts = Object.entries(stored).map(([field, text]) => [field, text ?? ""]);
    return settingFromForm(key, Object.fromEntries(texts));
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error;
    throw new FieldRefused((values) => inForm(values, String(error.field)), error.message);
  }
}

function rulesOf(key: TextSetting, row: CustomTextRow) {
  const rules = textFieldsOf(key, row).map((field) => {
    const max = TEXT_SETTINGS[key][field]?.max;
    const isStep = max === undefined;
    const rule = { max: max ?? MAX_STEP_LENGTH };
    return { [field]: { ...rule, ...(isStep && REQUIRED) }, [`${field}_en`]: rule };
  });
  return Object.assign({}, ...rules);
}

const REQUIRED = { required: "Le texte est requis" };

/** The field of a step as its form names it: steps that were removed or moved left their numbers behind. */
function inForm(values: FormValues, field: string): string {
  const [, place, own] = /^history\.(\d+)\.(.+)$/.exec(field) ?? [];
  if (place === undefined) return field;
  return `history.${groupNumbers(values, "history")[Number(place)]}.${own}`;
}
