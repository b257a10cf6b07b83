import pg from "pg";
import { newId } from "../../app/core/id.server.ts";
import type { OfficeRole } from "../../app/core/roles.ts";
import { TABLES } from "../database/tables.ts";
import { ADMINISTRATOR } from "./office.ts";
import { startPostgres } from "./postgres-server.ts";
import { startProduct } from "./product.ts";
import { StaffClient } from "./staff-client.ts";

export const DESK = "/admin/registrations/door";
const DAY_MS = 86_400_000;
export const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** An event of today, with somebody who registered for it. */
export type Entrance = { event: string; registration: string; reference: string };

export type DoorSite = Awaited<ReturnType<typeof startDoorSite>>;

/** A product, somebody who is signed in, the event where they stand at the entrance, and another one. */
export async function startDoorSite() {
  // On a server, so that accounts change while the product runs.
  const postgres = await startPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const staff = await StaffClient.signIn(product.url);
  const account = (await database.query("select id from profiles")).rows[0].id as string;

  async function insert(table: string, values: Record<string, unknown>): Promise<string> {
    const id = newId();
    const row = { id, ...TABLES[table]?.row(`u${id}`), ...values };
    const columns = Object.keys(row).join(", ");
    await database.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
    return id;
  }
  async function entrance(title: string, first_name: string, reference: string): Promise<Entrance> {
    const event = await insert("events", { title, date: inDays(0) });
    const registration = await insert("event_registrations", {
      ...{ event_id: event, first_name, last_name: "Condé", reference, status: "confirmed" },
      ...{ email: `${first_name}@prive.example`, phone: "+224620999888", gamertag: "Foudre" },
      ...{ ticket_token: `billet-${first_name}`, birth_date: "1999-12-31" },
    });
    return { event, registration, reference };
  }
  const own = await entrance("Coupe d’ici", "Hawa", "FGE-7K3M-2Q");
  const others = await entrance("Finale d’ailleurs", "Binta", "FGE-9Z9Z-9Z");
  const read = async (answer: Response) => ({ status: answer.status, text: await answer.text() });
  return {
    ...{ url: product.url, database, account, own, others },
    get: async (address: string) => read(await staff.get(address)),
    post: async (address: string, fields: Record<string, string>) =>
      read(await staff.post(address, fields)),
    hold: (...roles: readonly OfficeRole[]) =>
      database.query(
        "update profiles set role = 'user', roles = $1, is_active = true where id = $2",
        [roles, account],
      ),
    /** Changes the event where the account stands. */
    change: (values: string) =>
      database.query(`update events set ${values} where id = $1`, [own.event]),
    place: () =>
      database.query(
        `insert into event_door (id, event_id, account_id, added_by)
         select $1, $2, $3, $3 where not exists (select from event_door where event_id = $2)`,
        [newId(), own.event, account],
      ),
    async presence({ registration }: Entrance): Promise<boolean> {
      const { rows } = await database.query(
        "select checked_in_at is not null as here from event_registrations where id = $1",
        [registration],
      );
      return rows[0].here;
    },
    async stop() {
      await database.end();
      await product.stop();
      await postgres.remove();
    },
  };
}
