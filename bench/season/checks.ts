import type { Product } from "./product.ts";

/** What may never be found, asked of the tables themselves: each statement gives what is wrong. */

/** What a confirmed order keeps, or another one has still to give back: nothing else may be left. */
const KEPT = `coalesce((select sum(amount) from ledger_entries l where l.order_id = o.id), 0)
  - coalesce((select sum(amount) from refunds r where r.order_id = o.id
      and r.status in ('requested', 'approved', 'sending', 'pending', 'unknown')), 0)`;
const LIVE = "('held', 'confirmed', 'offered', 'waiting', 'unproven')";
const PLACED = "('held', 'confirmed', 'offered', 'unproven')";
const OWED_MONEY = `exists (select from orders o where o.subject_id = m.id and (o.status = 'paid_unfulfilled'
  or exists (select from refunds r where r.order_id = o.id
    and r.status in ('requested', 'approved', 'sending', 'pending', 'unknown'))))`;
/** A day after its term, nothing is left. */
const past = (term: string) => `site_now() - interval '${term}' - interval '1 day'`;

export const CHECKS: Record<string, string> = {
  "members active past their end": `select id, membership_end from members
    where status = 'active' and membership_end < site_today()`,
  "events whose state their dates contradict": `select id, title, status, date, time from (
    select *, (date + coalesce(time, '23:59')::time) at time zone 'UTC' as begins,
      case when end_time is null then (coalesce(end_date, date) + 1)::timestamp at time zone 'UTC'
        else (coalesce(end_date, date) + end_time::time) at time zone 'UTC' end as ends from events) e
    where status <> 'cancelled' and status <> case when site_now() >= ends then 'completed'
      when site_now() >= begins then 'ongoing' else 'upcoming' end`,
  "seats that are not those of the registrations": `select e.id, current_participants from events e
    where date >= site_today() - 330 and (current_participants > max_participants or current_participants <>
      (select count(*) from event_registrations r where r.event_id = e.id and r.status in ${PLACED}))`,
  "registrations that outlived their cancelled event": `select r.id, r.status from event_registrations r
    join events e on e.id = r.event_id where e.status = 'cancelled' and r.status in ${LIVE}`,
  "people who wait beside a free place": `select e.id, r.id as registration from events e
    join event_registrations r on r.event_id = e.id and r.status = 'waiting' and not r.proof_needed
    where e.status = 'upcoming' and e.starts_at > site_now() + interval '1 minute'
      and current_participants + (select count(*) from event_registrations c where c.event_id = e.id
        and c.cancelled_from in ('held', 'confirmed', 'offered')) < max_participants`,
  "paid places without their money": `select r.id from event_registrations r
    where r.status = 'confirmed' and r.amount > 0 and not exists (select from orders o
      where o.id = r.order_id and o.subject_id = r.id and o.status = 'confirmed')`,
  "paid orders without what they paid for": `select o.id, o.kind from orders o where o.status = 'confirmed'
    and (exists (select from event_registrations r where r.id = o.subject_id and r.status <> 'confirmed')
      or exists (select from members m where m.id = o.subject_id and m.status = 'pending'))`,
  "confirmed orders that kept another amount": `select o.id, o.price_amount, ${KEPT} as kept from orders o
    where o.status = 'confirmed' and ${KEPT} <> o.price_amount and not exists (select from refunds r
      where r.order_id = o.id and r.source = 'staff')`,
  "money kept for nothing": `select o.id, o.kind, o.status, ${KEPT} as kept from orders o
    where o.status not in ('confirmed', 'held') and ${KEPT} <> 0`,
  "charges of the provider that the ledger does not have": `select p.merchant_ref, c->>'txnId' as txn
    from simulated_payments p, jsonb_array_elements(p.charges) c
    where not p.silent and p.updated_at < site_now() - interval '3 days'
      and (c->>'at')::timestamptz < site_now() - interval '3 days'
      and not exists (select from ledger_entries l where l.provider_txn_id = c->>'txnId'
        and l.kind = 'charge' and l.amount = (c->>'amount')::int)`,
  "charges of the ledger that the provider does not have": `select l.id, l.provider_txn_id
    from ledger_entries l where l.provider = 'simulated' and l.kind = 'charge' and not exists (
      select from payments a join simulated_payments p on p.merchant_ref = a.merchant_ref,
        jsonb_array_elements(p.charges) c
      where a.id = l.payment_id and c->>'txnId' = l.provider_txn_id and (c->>'amount')::int = l.amount)`,
  "refunds that the provider and the ledger tell differently": `select r.id, r.status from refunds r
    join ledger_entries l on l.id = r.charge_id join payments a on a.id = l.payment_id
    join simulated_payments p on p.merchant_ref = a.merchant_ref
    where l.provider = 'simulated' and r.operator_reference is null
      and r.updated_at < site_now() - interval '3 days' and (r.status = 'done') <> exists (
        select from jsonb_array_elements(p.refunds) b where b->>'key' = r.id::text)`,
  "cash that lies in no till": `select l.id, l.amount from ledger_entries l where l.means = 'cash'
    and l.mode = 'live' and not exists (select from till_entries t where t.ledger_id = l.id)`,
  "tills that hold less than nothing": `select till_id, currency, sum(amount) from till_entries
    group by till_id, currency having sum(amount) < 0`,
  "people who were erased and are known": `select e.id from erasures e where e.status = 'done'
    and (exists (select from members where id = any (e.record_ids))
      or exists (select from event_registrations where id = any (e.record_ids)))`,
  "orders that know whom nothing else does": `select o.id from orders o
    where (o.payer_email <> '' or o.payer_phone is not null) and o.status in ('confirmed', 'cancelled', 'expired', 'refunded')
      and o.updated_at < site_now() - interval '2 days'
      and not exists (select from members m where m.id = o.subject_id)
      and not exists (select from event_registrations r where r.id = o.subject_id)
      and not exists (select from bin where entity_id = o.subject_id)
      and not exists (select from refunds r where r.order_id = o.id
        and r.status in ('requested', 'approved', 'sending', 'pending', 'unknown'))`,
  "work that lies still": `select 'payment' as what, id from payments
      where status in ('created', 'initiating') and created_at < site_now() - interval '1 day'
    union all select 'hold', id from orders where status = 'held'
      and hold_cap_at < site_now() - interval '1 day'
    union all select 'offer', id from event_registrations where status = 'offered'
      and offer_expires_at < site_now() - interval '1 hour'
    union all select 'refund', id from refunds where status in ('sending', 'pending', 'unknown')
      and updated_at < site_now() - interval '2 days'
    union all select 'change', id from event_changes where done_at is null
      and created_at < site_now() - interval '1 hour'
    union all select 'returns', id from event_changes where returns in ('waiting', 'approved')
      and updated_at < site_now() - interval '10 days'
    union all select 'handover', id from till_handovers where status = 'in_transit'
      and created_at < site_now() - interval '4 days'
    union all select 'mail', id from mail_outbox where status = 'queued'
      and next_attempt_at < site_now() - interval '1 day'`,
  "applications beyond their term": `select id from members m where status = 'pending'
    and updated_at < ${past("12 months")} and not ${OWED_MONEY}`,
  "members beyond their term": `select id from members m where status in ('expired', 'suspended')
    and coalesce(membership_end, updated_at::date) < ${past("36 months")} and not ${OWED_MONEY}`,
  "registrations beyond their term": `select m.id from event_registrations m
    join events e on e.id = m.event_id where e.date < ${past("12 months")} and not ${OWED_MONEY}
      and not exists (select from orders o where o.subject_id = m.id and o.status = 'held')`,
  "subscriptions beyond their term": `select id from newsletter_subscriptions
    where status <> 'active' and updated_at < ${past("36 months")}`,
  "messages beyond their term": `select id from contact_messages where updated_at < ${past("12 months")}`,
  "mails beyond their term": `select id from mail_outbox
    where status <> 'queued' and created_at < ${past("90 days")}`,
  "refused addresses beyond their term": `select id from mail_refusals where refused_at < ${past("90 days")}`,
  "contacts of partners beyond their term": `select id from partners where status = 'inactive'
    and partnership_end < ${past("36 months")} and coalesce(contact_name, contact_email, contact_phone) <> ''`,
  "entries of the log beyond their term": `select id from audit_log where created_at < ${past("36 months")}`,
  "rows of the bin beyond their term": `select id from bin where deleted_at < ${past("30 days")}`,
};

/** Whom a day's letters about the end of a membership are owed to, as the day begins. */
export const REMINDED = `
  select email, membership_end - site_today() as days from members m
  where membership_end - site_today() in (30, 7, 0, -30) and not reminders_off and not is_sample
    and case when membership_end >= site_today() then status = 'active'
      else status = 'expired' and lapsed_on > membership_end and not exists (select from members other
        where other.email = m.email and other.status = 'active') end`;

/** Events by their own dates, for the lists; the latest first. */
export const EVENTS = `
  select id, status, date::text as date, time, end_date::text as end_date, end_time from events
  order by date desc, id desc`;

/** Events for which one can register now. */
export const OPEN_EVENTS = `
  select id, max_participants as max from events where status = 'upcoming' and starts_at > site_now()
    and coalesce(registration_opens_at, site_now()) <= site_now()
    and coalesce(registration_closes_at, starts_at) > site_now()`;

/** The moments of a day at which an event begins or ends. */
export const MOMENTS = `
  select extract(epoch from moment)::float8 * 1000 as moment from events,
    unnest(array[starts_at, ends_at]) moment
  where status <> 'cancelled' and moment > site_now() and moment < site_now() + interval '1 day'`;

export const OLD_MONEY =
  "select count(*)::int as count from orders where payer_email = '' and label_en = 'Old'";

/** Of so many things that are wrong, the first are told. */
const TOLD = 5;

/** What each check finds. */
export async function wrongRows(product: Product): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, statement] of Object.entries(CHECKS)) {
    const rows = await product.press("sql", statement);
    if (rows.length > 0)
      wrong.push(`${rows.length} ${name}: ${JSON.stringify(rows.slice(0, TOLD))}`);
  }
  return wrong;
}
