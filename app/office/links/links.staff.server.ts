import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { env } from "../../core/process/env.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { addressOf, keyOf, SAMPLES } from "../../core/storage/storage.server.ts";
import { IN_MENU, type Usage } from "../../files/admin/usage.ts";
import { stemOf } from "../../files/files.ts";
import { isShipped } from "../../files/storage/sample-files.server.ts";
import { neutralPath } from "../../i18n/languages.ts";
import { menuTarget } from "../../pages/pages.visitor.server.ts";
import type { NamedRow } from "../../records/record.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import { isServed, patternOf } from "../../site/site-map.ts";
import { NAMING, usageOf, visible } from "./file-usage.staff.server.ts";
import { LINK_PROBLEMS, type LinkFinding, type LinkProblem, MAX_SHOWN } from "./links.ts";

/** Only records with versions hold texts for visitors: people and uploads are not searched. */
const SEARCHED = NAMING.filter(({ versioned }) => versioned);

/** The query stops here, so that it always answers. */
const MAX_FOUND = 50_000;

/** A picture without a description in stored Markdown, where the attribute `alt` follows the file. */
const PICTURE_WITHOUT_ALT = String.raw`::image\{src=\\"([^"\\]*)\\"(?! alt=)`;

type Named = { place: number; row: NamedRow; address: string };

/** Every link of the site that leads visitors nowhere, and every picture without a description. */
export async function findLinkProblems(
  db: StaffDb,
): Promise<{ findings: LinkFinding[]; count: number }> {
  const unfollowed = await findUnfollowed(db);
  const found = await readMatches(db);
  const links = found.filter(
    ({ place, address, silent }) =>
      !silent && (SEARCHED[place]?.table !== "site_settings" || !unfollowed.has(address)),
  );
  const pathOf = pathReader();
  const verdicts = await judgeAddresses(db, [
    ...new Set(links.map(({ address }) => pathOf(address))),
  ]);
  const broken = links.flatMap((named) => {
    const verdict = verdicts.get(pathOf(named.address));
    return verdict ? [finding(named, verdict.problem, verdict.now)] : [];
  });
  const silent = found.filter((one) => one.silent).map((named) => finding(named, "no-alt"));
  const findings = distinct([...broken, ...silent, ...(await findMissingDescriptions(db))]);
  const order = Object.keys(LINK_PROBLEMS);
  findings.sort((one, other) => order.indexOf(one.problem) - order.indexOf(other.problem));
  return { findings: findings.slice(0, MAX_SHOWN), count: findings.length };
}

/** The addresses in the texts of all rows, and the pictures in them without a description. */
async function readMatches(db: StaffDb): Promise<(Named & { silent: boolean })[]> {
  const pattern = `${PICTURE_WITHOUT_ALT}|${addressPattern()}`;
  const found = sql`coalesce(match[1], match[2]) as address, match[1] is not null as silent`;
  return rowsOf<Named & { silent: boolean }>(
    db,
    sql`select * from (${matchesOf(pattern, found)}) named limit ${MAX_FOUND}`,
  );
}

/** What a pattern matches in all rows, each with the row that it stands in as `whole`. */
const matchesOf = (
  pattern: string,
  found: SQL,
  where = sql`true`,
  isRead: (table: string) => boolean = () => true,
): SQL =>
  sql.join(
    SEARCHED.flatMap(({ table, use }, place) =>
      isRead(table)
        ? sql`select ${place}::int as place, ${visible(use)} as row, ${found}
        from (select to_jsonb(${sql.identifier(table)}) - 'search_text' - 'search_words' as whole
          from ${sql.identifier(table)} offset 0) rows,
          regexp_matches(whole::text, ${pattern}, 'g') match
        where ${where}`
        : [],
    ),
    sql` union all `,
  );

/**
 * What leads to these addresses of the site, by address: entries of the menu, links and buttons in texts and sections, in
 * either language.
 */
export async function findLinksTo(
  db: StaffDb,
  paths: readonly string[],
): Promise<Record<string, Usage[]>> {
  if (paths.length === 0) return {};
  const readable = await findReadable(db);
  const asked = `(${paths.map(literal).join("|")})/?`;
  const pattern = `${BEFORE_ADDRESS}(?:${literal(env().PUBLIC_URL)})?(?:/en)?${asked}(?=[?#")>\\\\])`;
  const isNotMenu = sql`whole ->> 'setting_key' is distinct from 'main_navigation'`;
  // Most texts lead to none of them: the pattern is for those that may.
  const mayName = sql`${isNotMenu} and whole::text like any(array[${sql.join(
    [...new Set(paths.map((path) => path.split("/", 2)[1] ?? ""))].map(
      (part) => sql`${`%/${part}%`}`,
    ),
    sql`, `,
  )}]::text[])`;
  const matches = matchesOf(pattern, sql`match[1] as address`, mayName, readable);
  const rows = await rowsOf<Named>(
    db,
    sql`select distinct * from (${matches}) named limit ${MAX_FOUND}`,
  );
  const uses: Record<string, Usage[]> = {};
  const { items } = (await listSettings(db)).main_navigation;
  for (const { label, path } of items.flatMap((item) => [item, ...(item.submenu ?? [])])) {
    const target = menuTarget(path);
    if (target === undefined || !paths.includes(target)) continue;
    uses[target] ??= [];
    uses[target].push({ where: IN_MENU, label, to: MENU });
  }
  for (const { place, row, address } of rows) {
    const naming = SEARCHED[place];
    uses[address] ??= [];
    if (naming) uses[address].push(usageOf(naming, row));
  }
  return uses;
}

/** The tables that the account may read: whoever keeps events does not see every text. */
async function findReadable(db: StaffDb): Promise<(table: string) => boolean> {
  const names = JSON.stringify(SEARCHED.map(({ table }) => table));
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select value as name from jsonb_array_elements_text(${names}::jsonb)
      where has_table_privilege(value, 'select')`,
  );
  const readable = new Set(rows.map(({ name }) => name));
  return (table) => readable.has(table);
}

const MENU = "/admin/pages/settings/menu";

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What stands before an address in a row: the target of a link in Markdown, an attribute, or the begin of a value. */
const BEFORE_ADDRESS = String.raw`(?:\]\(<?|(?:href|src|picture)=\\"|": "|\["|", ")`;

/**
 * An address of the site as it stands in a row: the target of a link in Markdown, an attribute of what stands in
 * a text, or a whole value.
 */
function addressPattern(): string {
  const origin = literal(env().PUBLIC_URL);
  const address = String.raw`(?:${origin})?/(?!/)[^\s"\\()<>]*`;
  return String.raw`${BEFORE_ADDRESS}(${address})(?=[")>\\])`;
}

/** Addresses of entries of the menu that only open what is below them. */
async function findUnfollowed(db: StaffDb): Promise<Set<string>> {
  const rows = await rowsOf<{ path: string }>(
    db,
    sql`select item ->> 'path' as path from site_settings,
    jsonb_array_elements(case jsonb_typeof(setting_value -> 'items')
      when 'array' then setting_value -> 'items' else '[]' end) item
    where setting_key = 'main_navigation' and jsonb_typeof(item -> 'submenu') = 'array'
      and item -> 'submenu' <> '[]'`,
  );
  return new Set(rows.map(({ path }) => path));
}

/** The path of an address as it was found. */
function pathReader(): (address: string) => string {
  const { PUBLIC_URL } = env();
  return (address) => {
    const own = address.startsWith(PUBLIC_URL) ? address.slice(PUBLIC_URL.length) : address;
    const path = own.split(/[?#]/, 1)[0] ?? "";
    return path === "" ? "/" : path;
  };
}

function finding({ place, row, address }: Named, problem: LinkProblem, now?: string): LinkFinding {
  const naming = SEARCHED[place];
  if (!naming) throw new Error("a finding of no table");
  return { problem, address, ...(now !== undefined && { now }), ...usageOf(naming, row) };
}

/** An address that stands twice in one text is listed once. */
function distinct(findings: readonly LinkFinding[]): LinkFinding[] {
  const keyOf = ({ problem, address, to }: LinkFinding) => `${problem} ${address} ${to}`;
  return [...new Map(findings.map((one) => [keyOf(one), one])).values()];
}

/** Pictures of sections and the logo without a description, and buttons without words. */
async function findMissingDescriptions(db: StaffDb): Promise<LinkFinding[]> {
  const blank = (value: SQL) => sql`coalesce(trim(${value}), '') = ''`;
  const ask = async (table: string, problem: LinkProblem, from: SQL): Promise<LinkFinding[]> => {
    const place = SEARCHED.findIndex((one) => one.table === table);
    const use = SEARCHED[place]?.use;
    if (!use) return [];
    const rows = await rowsOf<Named>(
      db,
      sql`select ${place}::int as place, ${visible(use)} as row, address
        from (${from}) found limit ${MAX_FOUND}`,
    );
    return rows.map((named) => finding(named, problem));
  };
  const sections = sql`page_sections section`;
  const images = sql`jsonb_array_elements(case jsonb_typeof(settings -> 'images')
    when 'array' then settings -> 'images' else '[]' end) image`;
  return [
    ...(await ask(
      "page_sections",
      "no-alt",
      sql`select to_jsonb(section) as whole, image_url as address from ${sections}
        where section_type = 'image' and image_url <> '' and ${blank(sql`settings ->> 'alt'`)}`,
    )),
    ...(await ask(
      "page_sections",
      "no-alt",
      sql`select to_jsonb(section) as whole, image ->> 'url' as address from ${sections}, ${images}
        where section_type = 'gallery' and ${blank(sql`image ->> 'alt'`)} and image ->> 'url' <> ''`,
    )),
    ...(await ask(
      "page_sections",
      "no-label",
      sql`select to_jsonb(section) as whole, settings ->> 'button_link' as address from ${sections}
        where section_type in ('hero', 'cta') and settings ->> 'button_link' <> ''
          and ${blank(sql`settings ->> 'button_label'`)}`,
    )),
    ...(await ask(
      "site_settings",
      "no-alt",
      sql`select to_jsonb(setting) as whole, setting_value ->> 'main_logo' as address
        from site_settings setting where setting_key = 'site_logo'
          and setting_value ? 'alt_text' and ${blank(sql`setting_value ->> 'alt_text'`)}`,
    )),
  ];
}

/** What is wrong with an address, and where it leads now; undefined when it is right. */
type Verdict = { problem: LinkProblem; now?: string } | undefined;

/** Whether visitors see a row, by the part of the address that names it. */
type Visibility = ReadonlyMap<string, boolean>;

/** Looks up what addresses of the site lead to. One question for each kind, however many they are. */
async function judgeAddresses(
  db: StaffDb,
  paths: readonly string[],
): Promise<Map<string, Verdict>> {
  const targets = new Map(paths.map((path) => [path, parseTarget(path)]));
  const named = (kind: Target["kind"]) =>
    [...targets.values()].flatMap((target) => (target.kind === kind ? [target.name] : []));
  const lookups = {
    news: await readIdVisibility(db, "news", "published", named("news")),
    events: await readIdVisibility(db, "events", "true", named("events")),
    resources: await readIdVisibility(
      db,
      "static_files",
      "is_resource and is_public",
      named("resources"),
    ),
    pages: await readVisibility(
      db,
      sql`select slug as name, status = 'published' as open from pages where slug in (${valuesOf(named("pages"))})`,
    ),
    tags: await readVisibility(
      db,
      sql`select distinct tag as name, true as open from news, unnest(tags) tag where published`,
    ),
    files: await readFileVisibility(db, named("files")),
    moved: await readMovedPages(db, named("pages")),
  };
  return new Map([...targets].map(([path, target]) => [path, judge(target, lookups)]));
}

type Lookups = Record<"news" | "events" | "resources" | "pages" | "tags" | "files", Visibility> & {
  moved: ReadonlyMap<string, string>;
};

type Target = {
  kind:
    | "news"
    | "events"
    | "resources"
    | "pages"
    | "tags"
    | "files"
    | "pictures"
    | "office"
    | "fine"
    | "none";
  name: string;
};

/** The lines of the site map behind which a row stands. */
const BEHIND: Readonly<Record<string, Target["kind"]>> = {
  "/news/:id": "news",
  "/events/:id": "events",
  "/resources/:id": "resources",
  "/resources/:id/download": "resources",
  "/news/tag/:tag": "tags",
  "/:slug": "pages",
};

/** The record, file or screen that a path leads to. */
function parseTarget(path: string): Target {
  if (path.startsWith("/files/")) return { kind: "files", name: keyOf(path) ?? "" };
  if (path.startsWith("/pictures/")) return { kind: "pictures", name: basename(path) };
  if (/^\/admin(?:\/|$)/.test(path)) return { kind: "office", name: path };
  if (isServed(path)) return { kind: "fine", name: path };
  const neutral = neutralPath(path);
  const pattern = patternOf(neutral);
  if (pattern === undefined) return { kind: "none", name: path };
  const kind = BEHIND[pattern];
  const segment = pattern.split("/").findIndex((part) => part.startsWith(":"));
  const name = neutral.split("/").filter(Boolean)[segment - 1] ?? "";
  return kind ? { kind, name: decodePart(name).toLowerCase() } : { kind: "fine", name };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function judge({ kind, name }: Target, lookups: Lookups): Verdict {
  switch (kind) {
    case "fine":
      return undefined;
    case "none":
      return { problem: "missing" };
    case "office":
      return { problem: "office" };
    case "pictures":
      return existsSync(join(projectRoot, "build/pictures", name))
        ? undefined
        : { problem: "file-missing" };
    case "files": {
      if (name.startsWith(SAMPLES) && isShipped(name)) return undefined;
      const open = lookups.files.get(stemOf(name));
      return open ? undefined : { problem: open === false ? "file-private" : "file-missing" };
    }
    case "pages": {
      const now = lookups.moved.get(name);
      const open = lookups.pages.get(name);
      if (open) return undefined;
      if (now !== undefined && open === undefined) return { problem: "moved", now: `/${now}` };
      return { problem: open === false ? "draft" : "missing" };
    }
    default: {
      const open = lookups[kind].get(name);
      return open ? undefined : { problem: open === false ? "draft" : "missing" };
    }
  }
}

const valuesOf = (names: readonly string[]) =>
  sql`select value from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`;

async function readVisibility(db: StaffDb, statement: ReturnType<typeof sql>): Promise<Visibility> {
  const rows = await rowsOf<{ name: string; open: boolean }>(db, statement);
  return new Map(rows.map(({ name, open }) => [name, open]));
}

function readIdVisibility(
  db: StaffDb,
  table: string,
  open: string,
  names: readonly string[],
): Promise<Visibility> {
  const ids = names.filter(isId);
  return readVisibility(
    db,
    sql`select id::text as name, ${sql.raw(open)} as open from ${sql.identifier(table)}
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
}

/** Files by their stem, since a smaller version may be named instead. */
async function readFileVisibility(db: StaffDb, keys: readonly string[]): Promise<Visibility> {
  const stems = [...new Set(keys.map(stemOf))];
  const rows = await rowsOf<{ file_url: string; open: boolean }>(
    db,
    sql`select file_url, is_public as open from static_files
      where stored_stem(file_url) in (${valuesOf(stems)}) or file_url in (${valuesOf(keys.map(addressOf))})`,
  );
  const files = new Map<string, boolean>();
  for (const { file_url, open } of rows) {
    const stem = stemOf(keyOf(file_url) ?? "");
    files.set(stem, open || files.get(stem) === true);
  }
  return files;
}

async function readMovedPages(db: StaffDb, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<{ old: string; now: string }>(
    db,
    sql`select former_slugs.slug as old, pages.slug as now from former_slugs
      join pages on pages.id = page_id and status = 'published'
      where former_slugs.slug in (${valuesOf(slugs)})`,
  );
  return new Map(rows.map(({ old, now }) => [old, now]));
}
