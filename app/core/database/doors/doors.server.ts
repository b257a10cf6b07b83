import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { app } from "../../app.ts";
import { currentTime } from "../../process/clock.ts";
import { isFull } from "../../storage/storage-errors.ts";
import { AppError, Fault } from "../../values/errors.ts";
import type { Engine, Opening, Transaction, Work } from "../engine.server.ts";
import type { DatabaseWatch } from "../schema/database-watch.server.ts";
import { isBehindStaffDoor } from "./database-roles.server.ts";
import { restrained } from "./restrained-session.server.ts";

declare const visitorBrand: unique symbol;
declare const staffBrand: unique symbol;
declare const systemBrand: unique symbol;

/** A transaction with a visitor's rights: published content, and inserts into the public forms. */
export type VisitorDb = Transaction & { readonly [visitorBrand]: true };
/** A transaction with the rights of one member of staff. */
export type StaffDb = Transaction & { readonly [staffBrand]: true; readonly staffId: string };
/** A transaction of a job of ours: seeding, expiry, confirmation of payments. */
export type SystemDb = Transaction & { readonly [systemBrand]: true };

/** The account on whose behalf staff operations run. */
export type Staff = { id: string };

declare module "../../app.ts" {
  interface App {
    /** One process has one database. */
    database: { engine?: Engine; watch?: DatabaseWatch };
  }
}

const database = () => app().database ?? {};

/** Where the database of this process is; undefined while none is open. */
export const databaseKind = () => database().engine?.kind;

/** The connections of this process; undefined where it has its database to itself, or none is open. */
export const databaseConnections = () => database().engine?.connections?.();

/**
 * Lets the folder of the embedded database be copied while the site goes on. Gives the words of the
 * `backup_label` that belongs into the copy.
 */
export async function whileCopied(copy: () => Promise<void>): Promise<string> {
  const { engine } = database();
  if (!engine?.whileCopied) throw new Fault("only an embedded database has a folder");
  return engine.whileCopied(copy);
}

type Role = "site_visitor" | "site_staff" | "site_system";

const insideDoor = new AsyncLocalStorage<Role>();

/**
 * Opens a transaction as a role. PGlite has one connection, so a door inside a door would wait for
 * itself for ever: it is refused at once, on both engines. Slow work (mail, pictures, network)
 * does not belong inside.
 */
function open<Db extends Transaction, T>(
  role: Role,
  userId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return pass(role, userId, (tx, { endWithNext }) =>
    restrained(tx, (db) => work(db as Db), endWithNext),
  );
}

async function pass<T>(role: Role, userId: string, work: Work<T>): Promise<T> {
  const outer = insideDoor.getStore();
  if (outer) throw new Fault(`door ${role} opened inside door ${outer}`);
  const { engine, watch } = database();
  await watch?.admit();
  if (!engine) throw new AppError("unavailable", "the database is not open yet");
  const login = role === "site_visitor" ? "visitor" : undefined;
  const opening = openingOf(role, userId);
  const asRole: Work<T> = (tx, control) => {
    // Without it the work would run as the login itself, which owns everything.
    if (control.opened !== opening) throw new Fault("the transaction did not begin with its role");
    return work(tx, control);
  };
  try {
    return await insideDoor.run(role, () => engine.transaction(asRole, login, opening));
  } catch (error) {
    await watch?.explain(error);
    throw isFull(error) ? outOfRoom(error) : error;
  }
}

/** Nothing is broken, and whoever comes again once there is room is served. */
const outOfRoom = (cause: unknown) => new AppError("unavailable", "the disk is full", { cause });

const TAKE_ROLE =
  "select set_config('app.user_id', $1, true), set_config('app.now', $2, true), set_config('role', $3, true)";
/** Who may not pass is left with less than a visitor, and nothing is asked for them. */
const TAKE_OWN_ROLE = TAKE_ROLE.replace("$3", "coalesce(office_role($1), 'site_office')").concat(
  " as role",
);

/**
 * The staff door is for active accounts with a role. The database knows which they are, and says itself which
 * role of its own each takes.
 */
function openingOf(role: Role, userId: string): Opening {
  const values = () => [userId, currentTime().toISOString()];
  // What others ask for is planned for its values.
  if (role !== "site_staff")
    return {
      statements: () => [{ text: TAKE_ROLE, values: [...values(), role], name: "door" }],
      repeats: role === "site_visitor",
    };
  return {
    statements: () => [{ text: TAKE_OWN_ROLE, values: values(), name: "staff" }],
    check: ([row]) => {
      if (!isBehindStaffDoor(row?.role)) throw new AppError("forbidden", "not a member of staff");
    },
  };
}

/** Reads or writes with the rights of anybody on the internet. */
export function asVisitor<T>(work: (db: VisitorDb) => Promise<T>): Promise<T> {
  return open<VisitorDb, T>("site_visitor", "", work);
}

/**
 * Reads or writes as a member of staff.
 * @throws AppError 'forbidden' when the account is not active, or has no role.
 */
export function asStaff<T>(staff: Staff, work: (db: StaffDb) => Promise<T>): Promise<T> {
  return open<StaffDb, T>("site_staff", staff.id, (db) =>
    work(Object.assign(db, { staffId: staff.id })),
  );
}

/** Work of the product itself; `job` names it in the transaction for whoever looks at the server. */
export function asSystem<T>(job: string, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return open<SystemDb, T>("site_system", `job:${job}`, work);
}

/**
 * Several pieces of work of the product in one transaction, one after the other, each with what `first` read
 * for all of them. What one does is undone alone when it fails; nobody is answered before all is on the disk.
 */
export async function asSystemTogether<Shared, T>(
  job: string,
  first: (db: SystemDb) => Promise<Shared>,
  works: readonly ((db: SystemDb, shared: Shared) => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const results = await pass("site_system", `job:${job}`, async (tx, { attempt }) => {
    const one = <R>(work: (db: SystemDb) => Promise<R>) =>
      restrained(tx, (db) => work(db as SystemDb));
    const shared = await one(first);
    const ends: PromiseSettledResult<T>[] = [];
    for (const work of works) ends.push(await attempt(() => one((db) => work(db, shared))));
    return ends;
  });
  for (const result of results) {
    if (result.status === "rejected") await database().watch?.explain(result.reason);
  }
  return results;
}

/** Whether the database answers a visitor. */
export async function ping(): Promise<void> {
  await asVisitor((db) => db.execute(sql`select 1`));
}

/** Whether the database takes a write, tried for real: on new room of its disk. */
export async function tryWrite(): Promise<void> {
  await asSystem("readyz", (db) => db.execute(sql`select try_write()`));
}
