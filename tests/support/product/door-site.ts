import { newId } from "../../../app/core/secrets/id.server.ts";
import { DAY } from "../../../app/core/values/durations.ts";
import type { OfficeRole } from "../../../app/core/values/roles.ts";
import { emailOf, openSharedSite } from "./shared-site.ts";
import { StaffClient } from "./staff-client.ts";

export const DESK = "/admin/registrations/door";
export const inDays = (days: number) =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** An event of today, with somebody who registered for it. */
export type Entrance = { event: string; registration: string; reference: string };

export type DoorSite = Awaited<ReturnType<typeof openDoorSite>>;

/** Somebody of the shared site, the event where they stand at the entrance, and another one. */
export async function openDoorSite() {
  const site = await openSharedSite();
  const { query, insert } = site;
  const staff = new StaffClient(site.url, site.cookies.doorkeeper);
  const email = emailOf("doorkeeper");
  const [{ id: account }] = await query("select id from profiles where email = $1", [email]);

  async function entrance(title: string, first_name: string, reference: string): Promise<Entrance> {
    const event = await insert("events", { title, date: inDays(0) });
    const registration = await insert("event_registrations", {
      event_id: event,
      first_name,
      last_name: "Condé",
      reference,
      status: "confirmed",
      email: `${first_name}@prive.example`,
      phone: "+224620999888",
      gamertag: "Foudre",
      ticket_token: `billet-${first_name}`,
      birth_date: "1999-12-31",
    });
    return { event, registration, reference };
  }
  const own = await entrance("Coupe d’ici", "Hawa", "FGE-7K3M-2Q");
  const others = await entrance("Finale d’ailleurs", "Binta", "FGE-9Z9Z-9Z");
  const read = async (answer: Response) => ({ status: answer.status, text: await answer.text() });
  return {
    url: site.url,
    query,
    account,
    own,
    others,
    get: async (address: string) => read(await staff.get(address)),
    post: async (address: string, fields: Record<string, string>) =>
      read(await staff.post(address, fields)),
    hold: (...roles: readonly OfficeRole[]) =>
      query("update profiles set role = 'user', roles = $1, is_active = true where id = $2", [
        roles,
        account,
      ]),
    /** Changes the event where the account stands. */
    change: (values: string) => query(`update events set ${values} where id = $1`, [own.event]),
    place: () =>
      query(
        `insert into event_door (id, event_id, account_id, added_by)
         select $1, $2, $3, $3 where not exists (select from event_door where event_id = $2)`,
        [newId(), own.event, account],
      ),
    async presence({ registration }: Entrance): Promise<boolean> {
      const [row] = await query(
        "select checked_in_at is not null as here from event_registrations where id = $1",
        [registration],
      );
      return row.here;
    },
    close: site.close,
  };
}
