import { and, desc, eq, sql } from "drizzle-orm";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { fileCategories, staticFiles } from "../files/files.table.server.ts";
import { type Resource, setTabs, tabsOf } from "./resources.ts";

const resource = {
  id: staticFiles.id,
  title: staticFiles.title,
  title_en: staticFiles.title_en,
  description: sql<string>`coalesce(${staticFiles.description}, '')`,
  description_en: staticFiles.description_en,
  file_url: staticFiles.file_url,
  file_type: staticFiles.file_type,
  file_size: staticFiles.file_size,
  category: fileCategories.name,
  category_key: fileCategories.key,
  category_place: fileCategories.place,
  tags: staticFiles.tags,
  download_count: staticFiles.download_count,
  is_public: staticFiles.is_public,
  is_protected: staticFiles.is_protected,
  media_kit_place: staticFiles.media_kit_place,
  pages: staticFiles.pages,
  cover_url: staticFiles.cover_url,
  created_at: staticFiles.created_at,
};

const publicResources = (db: VisitorDb) =>
  db
    .select(resource)
    .from(staticFiles)
    .innerJoin(fileCategories, eq(fileCategories.id, staticFiles.category_id))
    .$dynamic();
const isPublished = and(eq(staticFiles.is_resource, true), eq(staticFiles.is_public, true));

/** The public documents, newest first. */
export async function listResources(db: VisitorDb): Promise<Resource[]> {
  const resources = await publicResources(db)
    .where(isPublished)
    .orderBy(desc(staticFiles.created_at), desc(staticFiles.id));
  setTabs(tabsOf(resources));
  return resources;
}

export async function findResource(db: VisitorDb, id: string): Promise<Resource | undefined> {
  const [resource] = await publicResources(db).where(and(eq(staticFiles.id, id), isPublished));
  return resource;
}

/** Adds one to the downloads of a public file. */
export async function countDownload(db: VisitorDb, id: string): Promise<void> {
  await db.execute(sql`select count_download(${id})`);
}
