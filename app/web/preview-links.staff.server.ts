import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { isId } from "../core/secrets/id.ts";
import { DAY } from "../core/values/durations.ts";
import { AppError } from "../core/values/errors.ts";
import {
  MOST_PREVIEW_LINKS,
  type PreviewKind,
  type PreviewLink,
} from "../core/values/publication.ts";
import { findEventDraft } from "../events/events.visitor.server.ts";
import { findDraft } from "../news/news.visitor.server.ts";
import { findDraftById } from "../pages/pages.visitor.server.ts";
import { audit } from "../records/history/audit.staff.server.ts";
import { previewHash, previewLinks, type Snapshot } from "./preview-links.table.server.ts";

const TOKEN_BYTES = 24;

/** What a link leads to: a record of a kind. */
export type Previewed = { kind: PreviewKind; record_id: string };

/** The record as it is stored now, and what it is called. */
async function readSnapshot(
  db: StaffDb,
  { kind, record_id: id }: Previewed,
): Promise<{ title: string; snapshot: Snapshot } | undefined> {
  if (kind === "news") {
    const article = await findDraft(db, id);
    return article && { title: article.title, snapshot: { kind, article } };
  }
  if (kind === "events") {
    const event = await findEventDraft(db, id);
    return event && { title: event.title, snapshot: { kind, event } };
  }
  const written = await findDraftById(db, id);
  return written && { title: written.page.title, snapshot: { kind, written } };
}

/**
 * Makes a link to a record as it is stored now. Returns its token, which is kept nowhere.
 * @throws AppError 'not-found' without the record, 'conflict' when it has too many links
 */
export async function createPreviewLink(
  db: StaffDb,
  { days, ...of }: Previewed & { days: number },
): Promise<string> {
  const record = isId(of.record_id) ? await readSnapshot(db, of) : undefined;
  if (!record) throw new AppError("not-found", `${of.kind} ${of.record_id} is not there`);
  if ((await db.$count(previewLinks, leadingTo(of))) >= MOST_PREVIEW_LINKS) {
    throw new AppError(
      "conflict",
      `${MOST_PREVIEW_LINKS} liens y mènent déjà, fermez-en un d’abord`,
    );
  }
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const id = newId();
  const expires_at = new Date(currentTime().getTime() + days * DAY);
  await db.insert(previewLinks).values({
    ...of,
    id,
    expires_at,
    created_by: db.staffId,
    token_hash: previewHash(token),
    snapshot: record.snapshot,
  });
  const entry = { entity: "preview_links", entity_id: id, label: record.title };
  await audit(db, { ...entry, action: "preview_links.create", after: { ...of, expires_at } });
  return token;
}

const leadingTo = ({ kind, record_id }: Previewed) =>
  and(
    eq(previewLinks.kind, kind),
    eq(previewLinks.record_id, record_id),
    gt(previewLinks.expires_at, sql`site_now()`),
  );

/** Ends a link of a record, with the version that it showed. @throws AppError 'not-found' */
export async function endPreviewLink(db: StaffDb, id: string, of: Previewed): Promise<void> {
  const [ended] = await db
    .delete(previewLinks)
    .where(and(eq(previewLinks.id, id), leadingTo(of)))
    .returning({ snapshot: previewLinks.snapshot, expires_at: previewLinks.expires_at });
  if (!ended) throw new AppError("not-found", `preview link ${id} is not there`);
  await audit(db, {
    entity: "preview_links",
    entity_id: id,
    action: "preview_links.end",
    label: titleOf(ended.snapshot),
    before: { ...of, expires_at: ended.expires_at },
  });
}

function titleOf(snapshot: Snapshot): string {
  if (snapshot.kind === "news") return snapshot.article.title;
  return snapshot.kind === "events" ? snapshot.event.title : snapshot.written.page.title;
}

/** The links that lead to a record now, the newest first. */
export function listPreviewLinks(db: StaffDb, of: Previewed): Promise<PreviewLink[]> {
  const { id, created_at, expires_at } = previewLinks;
  const created_by_name = sql<string>`coalesce(${profiles.name}, '?')`;
  return db
    .select({ id, created_at, created_by_name, expires_at })
    .from(previewLinks)
    .leftJoin(profiles, eq(profiles.id, previewLinks.created_by))
    .where(leadingTo(of))
    .orderBy(desc(created_at), desc(id));
}
