// What really happened, written down by triggers of our own in the transaction in which it did: by it, and
// not by the product's word, letters are owed and removals counted.

/** A change of a registration, a member, an event; somebody who wrote or subscribed. */
export type Fact = {
  of: "registration" | "member" | "change" | "message" | "subscription";
  at: string;
  role: string;
  id: string;
  email: string;
  /** The status before, and the one after; of a change of an event its kind. */
  was: string | null;
  now: string;
  /** It comes from the cancelling of its event, or goes back there. */
  byEvent?: boolean;
  /** Its last day was over, and nothing else. */
  byTime?: boolean;
  /** Nobody has shown that the address is theirs; it may be somebody else's second. */
  unproven?: boolean;
  /** Who was to hear of the change of an event. */
  people?: string[];
  /** It gives back more than one person decides, and so all of these are told. */
  decides?: boolean;
  staff?: string[];
};

const recorder = (name: string, fields: string, more = "") => `
  create or replace function season.${name}() returns trigger language plpgsql security definer
  set search_path = public as $$ begin
    ${more}
    insert into season.facts (fact) values (jsonb_build_object('at', site_now(),
      'role', current_setting('role'), 'id', new.id, ${fields}));
    return null;
  end $$`;

const trigger = (name: string, when: string, table: string, condition = "") => `
  create or replace trigger season_${name} after ${when} on ${table}
  for each row ${condition} execute function season.${name}()`;

const WAS = "case when tg_op = 'UPDATE' then old.status end";

/** How each rule's removals are counted: rows that a job took away. */
const REMOVALS: Record<string, { table: string; where?: string }> = {
  applications: { table: "members", where: "status = 'pending'" },
  members: { table: "members", where: "status <> 'pending'" },
  registrations: { table: "event_registrations" },
  unsubscribed: { table: "newsletter_subscriptions" },
  messages: { table: "contact_messages" },
  mails: { table: "mail_outbox" },
  log: { table: "audit_log" },
  bin: { table: "bin" },
};

/** Statements that begin to write down; nothing that was there before counts. */
export const RECORDERS: readonly string[] = [
  "create schema if not exists season",
  "create table if not exists season.facts (n bigserial primary key, fact jsonb not null)",
  "create table if not exists season.removed (rule text not null, count int not null)",
  recorder(
    "registration",
    `'of', 'registration', 'email', new.email, 'was', ${WAS}, 'now', new.status,
     'byEvent', new.cancelled_from is not null or (tg_op = 'UPDATE' and old.cancelled_from is not null),
     'unproven', new.proof_needed or new.is_duplicate or (tg_op = 'UPDATE' and old.proof_needed)`,
  ),
  trigger("registration", "insert or update of status", "event_registrations"),
  recorder(
    "member",
    `'of', 'member', 'email', new.email, 'was', ${WAS}, 'now', new.status,
     'byTime', tg_op = 'UPDATE' and new.lapsed_on is distinct from old.lapsed_on`,
    "if tg_op = 'UPDATE' and old.status = new.status then return null; end if;",
  ),
  trigger("member", "insert or update of status", "members"),
  recorder(
    "change",
    `'of', 'change', 'email', '', 'was', null, 'now', new.kind, 'decides', new.returns is not null,
     'staff', (select jsonb_agg(email) from profiles where role = 'admin' and is_active), 'people',
     (select coalesce(jsonb_agg(email), '[]') from event_registrations where event_id = new.event_id
      and status in ('held', 'confirmed', 'offered', 'waiting') and not proof_needed)`,
  ),
  trigger("change", "insert", "event_changes"),
  recorder("message", "'of', 'message', 'email', new.email, 'was', null, 'now', 'written'"),
  trigger("message", "insert", "contact_messages"),
  recorder(
    "subscription",
    "'of', 'subscription', 'email', new.email, 'was', null, 'now', 'active'",
  ),
  trigger("subscription", "insert", "newsletter_subscriptions"),
  ...Object.entries(REMOVALS).flatMap(([rule, { table, where = "true" }]) => [
    `create or replace function season.removed_${rule}() returns trigger language plpgsql
     security definer set search_path = public as $$ begin
       if current_setting('role') = 'site_system' then
         insert into season.removed select '${rule}', count(*) from gone where ${where} having count(*) > 0;
       end if;
       return null;
     end $$`,
    `create or replace trigger season_removed_${rule} after delete on ${table}
     referencing old table as gone for each statement execute function season.removed_${rule}()`,
  ]),
  `create or replace function season.removed_partners() returns trigger language plpgsql
   security definer set search_path = public as $$ begin
     if current_setting('role') = 'site_system' then
       insert into season.removed select 'partners', 1 where old.contact_name is not null
         and new.contact_name is null;
     end if;
     return null;
   end $$`,
  `create or replace trigger season_removed_partners after update on partners
   for each row execute function season.removed_partners()`,
];

/** What happened since this was last asked, in its order. */
export const TAKE_FACTS =
  "with taken as (delete from season.facts returning n, fact) select fact from taken order by n";

export const REMOVED = "select rule, sum(count)::int as count from season.removed group by rule";
