// What really happened, written down by triggers of our own in the transaction in which it did: by it, and
// not by the product's word, letters are owed and removals counted.

/** A change of a registration, a member, an event; somebody who wrote or subscribed. */
export type Fact = {
  of:
    | "registration"
    | "correction"
    | "again"
    | "member"
    | "order"
    | "change"
    | "message"
    | "subscription";
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
  /** It came in, and waits for its address to be shown; that was shown now. */
  asks?: boolean;
  proven?: boolean;
  /** Of an order that is to be paid no more: how many reminders of it may be on their way. */
  allowed?: number;
  /** The address that took the place of this one. */
  became?: string | null;
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

/** The reminders of an order that are due, or were within the last two days: after 3 and 10 days, or a day before. */
const occasionsOf = (order: string) => `
  select occasion from (values ('3', interval '3 days'), ('10', interval '10 days')) days (occasion, wait)
    where ${order}.hold_expires_at is null and ${order}.created_at <= site_now() - wait
      and ${order}.created_at > site_now() - wait - interval '2 days'
  union all select 'deadline' where ${order}.hold_expires_at > site_now()
    and ${order}.hold_expires_at <= site_now() + interval '1 day'
    and ${order}.created_at <= ${order}.hold_expires_at - interval '1 day'`;

/** Whom a reminder to pay is owed to now, each once; `sure` where nothing of theirs is on its way. */
export const PAYERS_DUE = `
  with due as (
    select o.id || ':' || occasion as key, o.payer_email as email,
      not exists (select from payments p where p.order_id = o.id and (p.next_poll_at is not null
        or p.status in ('created', 'initiating', 'pending', 'processing', 'unknown')))
      and (exists (select from members m where m.id = o.subject_id and m.status = 'pending')
        or exists (select from event_registrations r join events e on e.id = r.event_id
          where r.id = o.subject_id and r.status = 'held' and e.status = 'upcoming')) as sure
    from orders o, lateral (${occasionsOf("o")}) occasions where o.status = 'held' and o.payer_email <> ''),
  told as (insert into season.reminded select key from due on conflict do nothing returning key)
  select email, sure from due where key in (select key from told)`;

/** Whom the reminder of an event of the next day is owed to now, each once. */
export const GUESTS_DUE = `
  with due as (
    select r.id || ':' || e.date || ' ' || coalesce(e.time, '-') as key, r.email
    from event_registrations r join events e on e.id = r.event_id
    where r.status = 'confirmed' and e.status = 'upcoming' and e.starts_at > site_now()
      and (e.date - 1 + time '09:00') at time zone 'UTC' <= site_now()
      and r.confirmed_at < (e.date - 1 + time '09:00') at time zone 'UTC'),
  told as (insert into season.reminded select key from due on conflict do nothing returning key)
  select email from due where key in (select key from told)`;

/** How each rule's removals are counted: rows that a job took away. */
export const REMOVALS: Record<string, { table: string; where?: string }> = {
  applications: { table: "members", where: "status = 'pending'" },
  members: { table: "members", where: "status <> 'pending'" },
  registrations: { table: "event_registrations" },
  unsubscribed: { table: "newsletter_subscriptions" },
  messages: { table: "contact_messages" },
  mails: { table: "mail_outbox" },
  log: { table: "audit_log" },
  bin: { table: "bin" },
  versions: { table: "versions" },
  drafts: { table: "drafts" },
  reports: { table: "policy_reports" },
  merges: { table: "person_merges" },
  photos: { table: "licence_photos" },
  invitees: { table: "club_invitees" },
};

/** Why money goes back that the payer did not expect to. */
const UNEXPECTED = "'surplus', 'no_place', 'mismatch'";

/** Statements that begin to write down; nothing that was there before counts. */
export const RECORDERS: readonly string[] = [
  "create schema if not exists season",
  "create table if not exists season.facts (n bigserial primary key, fact jsonb not null)",
  "create table if not exists season.reminded (key text primary key)",
  "create table if not exists season.removed (rule text not null, count int not null)",
  recorder(
    "registration",
    `'of', 'registration', 'email', new.email, 'was', ${WAS}, 'now', new.status,
     'byEvent', new.cancelled_from is not null or (tg_op = 'UPDATE' and old.cancelled_from is not null),
     'asks', tg_op = 'INSERT' and new.proof_needed,
     'proven', tg_op = 'UPDATE' and old.proof_needed and not new.proof_needed,
     'unproven', new.proof_needed or new.is_duplicate
       or (tg_op = 'UPDATE' and old.proof_needed and new.status in ('expired', 'cancelled'))`,
  ),
  trigger("registration", "insert or update of status", "event_registrations"),
  // Staff put right who comes, or where: whoever it is hears of it, and whoever had the address before.
  `create or replace function season.correction() returns trigger language plpgsql security definer
   set search_path = public as $$ begin
     if current_setting('role') <> 'site_staff' or (old.event_id, old.phone, old.email)
       is not distinct from (new.event_id, new.phone, new.email) then return null; end if;
     insert into season.facts (fact) select jsonb_build_object('at', site_now(), 'of', 'correction',
       'id', new.id, 'role', 'site_staff', 'was', null, 'now', now, 'email', email, 'became', became)
       from (values ('corrected', new.email, null), ('left', old.email, new.email)) person (now, email, became)
       where now = 'corrected' or old.email <> new.email;
     return null;
   end $$`,
  trigger("correction", "update of event_id, phone, email", "event_registrations"),
  // What staff sent once more, by what they have who got it.
  `create or replace function season.again() returns trigger language plpgsql security definer
   set search_path = public as $$ begin
     insert into season.facts (fact) select jsonb_build_object('at', site_now(), 'of', 'again',
       'id', id, 'role', 'site_staff', 'was', null, 'now', status, 'email', email)
       from (select id, status, email from event_registrations
           where new.action = 'event_registrations.send'
         union all select id, 'reminded', email from members where new.action = 'members.remind') person
       where id::text = new.entity_id;
     return null;
   end $$`,
  trigger("again", "insert", "audit_log"),
  // A part that came, and the desk chosen by whoever pays.
  `create or replace function season.part() returns trigger language plpgsql security definer
   set search_path = public as $$ begin
     insert into season.facts (fact) select jsonb_build_object('at', site_now(), 'of', 'order',
       'id', o.id, 'role', 'site_staff', 'was', null, 'now', 'part', 'email', payer_email)
       from orders o where id = new.order_id and status = 'held' and price_amount >
         (select sum(price_amount) from ledger_entries where order_id = o.id);
     return null;
   end $$`,
  trigger(
    "part",
    "insert",
    "ledger_entries",
    "when (new.kind = 'charge' and new.provider = 'federation')",
  ),
  recorder(
    "by_hand",
    "'of', 'order', 'email', new.payer_email, 'was', null, 'now', 'by hand'",
    `if not new.by_hand or old.by_hand or current_setting('role') <> 'site_system' then return null; end if;`,
  ),
  trigger("by_hand", "update of by_hand", "orders"),
  // Money that nobody expected is owed back, with one letter for all that came for one reason, and then it is sent.
  `create or replace function season.refund() returns trigger language plpgsql security definer
   set search_path = public as $$ begin
     insert into season.facts (fact) select jsonb_build_object('at', site_now(), 'of', 'order',
       'id', o.id, 'role', '', 'was', null, 'email', o.payer_email,
       'now', case tg_op when 'INSERT' then 'to be refunded' else 'refunded' end)
       from orders o where o.id = new.order_id and o.payer_email <> '' and case tg_op
         when 'INSERT' then new.source = 'system' and new.reason in (${UNEXPECTED}) and new.id =
           (select id from refunds r where r.order_id = new.order_id and r.reason = new.reason
             and r.created_at = new.created_at order by id limit 1)
         else new.status = 'done' and old.status <> 'done' end;
     return null;
   end $$`,
  trigger("refund", "insert or update of status", "refunds"),
  // Whoever pays as a reminder is due may have had it a moment before.
  `create or replace function season.settled() returns trigger language plpgsql security definer
   set search_path = public as $$ declare due int; begin
     if old.status <> 'held' or new.status = 'held' then return null; end if;
     with gone as (insert into season.reminded
       select old.id || ':' || occasion from (${occasionsOf("old")}) due on conflict do nothing returning 1)
     select count(*) into due from gone;
     insert into season.facts (fact) select jsonb_build_object('at', site_now(), 'of', 'order',
       'id', old.id, 'role', '', 'was', null, 'now', 'settled', 'email', old.payer_email, 'allowed', due)
       where due > 0;
     return null;
   end $$`,
  trigger("settled", "update of status", "orders"),
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
