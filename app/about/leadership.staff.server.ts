import { eq, max, min } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { AppError } from "../core/values/errors.ts";
import { recordSchema } from "../kit/form/record-schema.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { listDefined } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  moveRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { type LeaderForm, leaderRecord } from "./leadership.record.ts";
import { SAMPLE_LEADERS } from "./leadership.samples.ts";
import { leadershipTeam } from "./leadership.table.server.ts";

const label = ({ name }: { name: string }) => name;

/** One page of the leaders, hidden ones too, in the order of the About page. */
export function listLeaders(db: StaffDb, query: ListQuery) {
  const { status } = query.filters;
  return listDefined(db, leadershipTeam, leaderRecord, query, [
    status ? eq(leadershipTeam.is_active, status === "active") : undefined,
  ]);
}
export type LeaderRow = Awaited<ReturnType<typeof listLeaders>>["rows"][number];

/** The first and the last order, for the move buttons. */
export async function readLeaderEnds(db: StaffDb): Promise<{ first: number; last: number }> {
  const { order } = leadershipTeam;
  const [row] = await db.select({ first: min(order), last: max(order) }).from(leadershipTeam);
  return { first: row?.first ?? 0, last: row?.last ?? 0 };
}

export function findLeader(db: StaffDb, id: string) {
  return findRecord(db, leadershipTeam, id);
}

/** Adds somebody after the others. */
export async function createLeader(db: StaffDb, values: LeaderForm): Promise<string> {
  const { last } = await readLeaderEnds(db);
  return createRecord(db, leadershipTeam, { ...values, order: last + 1 }, values.name);
}

export function updateLeader(
  db: StaffDb,
  id: string,
  values: LeaderForm,
  version?: string,
): Promise<void> {
  return updateRecord(db, leadershipTeam, id, values, { label: values.name, version });
}

/** Shows leaders on the site. Returns how many changed. */
export function showLeaders(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, leadershipTeam, ids, { is_active: true }, { label, action: "publish" });
}

/** Hides leaders from the site. Returns how many changed. */
export function hideLeaders(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(
    db,
    leadershipTeam,
    ids,
    { is_active: false },
    { label, action: "unpublish" },
  );
}

/** Swaps a leader with a neighbour. Returns whether there was one. */
export function moveLeader(db: StaffDb, id: string, direction: "up" | "down"): Promise<boolean> {
  return moveRecord(db, leadershipTeam, id, { by: "order", direction, label });
}

export function deleteLeaders(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, leadershipTeam, ids, { label });
}

/** Creates the samples as records, in an empty team. @throws AppError 'conflict' */
export async function adoptSampleLeaders(db: StaffDb): Promise<number> {
  const { last } = await readLeaderEnds(db);
  if (last > 0) throw new AppError("conflict", "la liste n’est plus vide");
  for (const { id: _sample, ...leader } of SAMPLE_LEADERS) {
    await createRecord(db, leadershipTeam, leader, leader.name);
  }
  return SAMPLE_LEADERS.length;
}

/** Its form, through which an old version comes back too. */
export const leaderForm = recordForm({
  table: leadershipTeam,
  find: findLeader,
  fieldsOf: (leader: typeof leadershipTeam.$inferSelect) => formDefaults(leader),
  schema: recordSchema(leaderRecord),
  update: updateLeader,
  remove: deleteLeaders,
});
