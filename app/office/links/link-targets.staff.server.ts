import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { addressOf, keyOf, SAMPLES } from "../../core/storage/storage.server.ts";
import { stemOf } from "../../files/files.ts";
import { isShipped } from "../../files/storage/shipped-samples.server.ts";
import { neutralPath } from "../../i18n/languages.ts";
import { isServed, patternOf } from "../../site/site-map.ts";
import type { LinkProblem } from "./links.ts";

/** What is wrong with an address, and where it leads meanwhile; undefined when nothing is. */
export type Verdict = { problem: LinkProblem; now?: string } | undefined;

/** The rows that addresses name: whether visitors see them, by what the address holds of them. */
type Seen = ReadonlyMap<string, boolean>;

/** Looks up what addresses of the site lead to. One question for each kind, however many they are. */
export async function judgeAddresses(
  db: StaffDb,
  paths: readonly string[],
): Promise<Map<string, Verdict>> {
  const sorted = new Map(paths.map((path) => [path, placeOf(path)]));
  const named = (kind: Place["kind"]) =>
    [...sorted.values()].flatMap((place) => (place.kind === kind ? [place.name] : []));
  const known = {
    news: await idsOf(db, "news", "published", named("news")),
    events: await idsOf(db, "events", "true", named("events")),
    resources: await idsOf(db, "static_files", "is_resource and is_public", named("resources")),
    pages: await seen(
      db,
      sql`select slug as name, status = 'published' as open from pages where slug in (${all(named("pages"))})`,
    ),
    tags: await seen(
      db,
      sql`select distinct tag as name, true as open from news, unnest(tags) tag where published`,
    ),
    files: await filesOf(db, named("files")),
    moved: await movedOf(db, named("pages")),
  };
  return new Map([...sorted].map(([path, place]) => [path, verdictOf(place, known)]));
}

type Known = Record<"news" | "events" | "resources" | "pages" | "tags" | "files", Seen> & {
  moved: ReadonlyMap<string, string>;
};

type Place = {
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
const BEHIND: Readonly<Record<string, Place["kind"]>> = {
  "/news/:id": "news",
  "/events/:id": "events",
  "/resources/:id": "resources",
  "/resources/:id/download": "resources",
  "/news/tag/:tag": "tags",
  "/:slug": "pages",
};

/** What a path is about. */
function placeOf(path: string): Place {
  if (path.startsWith("/files/")) return { kind: "files", name: keyOf(path) ?? "" };
  if (path.startsWith("/pictures/")) return { kind: "pictures", name: basename(path) };
  if (/^\/admin(?:\/|$)/.test(path)) return { kind: "office", name: path };
  if (isServed(path)) return { kind: "fine", name: path };
  const neutral = neutralPath(path);
  const pattern = patternOf(neutral);
  if (pattern === undefined) return { kind: "none", name: path };
  const kind = BEHIND[pattern];
  const place = pattern.split("/").findIndex((part) => part.startsWith(":"));
  const name = neutral.split("/").filter(Boolean)[place - 1] ?? "";
  return kind ? { kind, name: decoded(name).toLowerCase() } : { kind: "fine", name };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function verdictOf({ kind, name }: Place, known: Known): Verdict {
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
      const open = known.files.get(stemOf(name));
      return open ? undefined : { problem: open === false ? "file-private" : "file-missing" };
    }
    case "pages": {
      const now = known.moved.get(name);
      const open = known.pages.get(name);
      if (open) return undefined;
      if (now !== undefined && open === undefined) return { problem: "moved", now: `/${now}` };
      return { problem: open === false ? "draft" : "missing" };
    }
    default: {
      const open = known[kind].get(name);
      return open ? undefined : { problem: open === false ? "draft" : "missing" };
    }
  }
}

const all = (names: readonly string[]) =>
  sql`select value from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`;

async function seen(db: StaffDb, statement: ReturnType<typeof sql>): Promise<Seen> {
  const rows = await rowsOf<{ name: string; open: boolean }>(db, statement);
  return new Map(rows.map(({ name, open }) => [name, open]));
}

function idsOf(db: StaffDb, table: string, open: string, names: readonly string[]): Promise<Seen> {
  const ids = names.filter(isId);
  return seen(
    db,
    sql`select id::text as name, ${sql.raw(open)} as open from ${sql.identifier(table)}
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
}

/** Files by their stem, since a smaller version may be named instead. */
async function filesOf(db: StaffDb, keys: readonly string[]): Promise<Seen> {
  const stems = [...new Set(keys.map(stemOf))];
  const rows = await rowsOf<{ file_url: string; open: boolean }>(
    db,
    sql`select file_url, is_public as open from static_files
      where stored_stem(file_url) in (${all(stems)}) or file_url in (${all(keys.map(addressOf))})`,
  );
  const files = new Map<string, boolean>();
  for (const { file_url, open } of rows) {
    const stem = stemOf(keyOf(file_url) ?? "");
    files.set(stem, open || files.get(stem) === true);
  }
  return files;
}

async function movedOf(db: StaffDb, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<{ old: string; now: string }>(
    db,
    sql`select former_slugs.slug as old, pages.slug as now from former_slugs
      join pages on pages.id = page_id and status = 'published'
      where former_slugs.slug in (${all(slugs)})`,
  );
  return new Map(rows.map(({ old, now }) => [old, now]));
}
