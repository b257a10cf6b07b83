// What a federation has when a season begins: members, events and papers of years, spread so that something
// comes to the end of its term every few days.

/** The one kind of membership. */
export const TYPE = "01960000-0000-7000-8000-000000000001";
export const STAFF_IDS = [1, 2, 3].map((n) => `01960000-0000-7000-8000-00000000010${n}`);

const PAST_EVENTS = 60;
const PAST_GUESTS = 5;
const PAPERS = 400;
const OLD_ORDERS = 40;

export type Size = { members: number; start: Date };

/** Statements that write it all, for the owner of an empty site. */
export function historyOf({ members, start }: Size): string[] {
  const day = `date '${start.toISOString().slice(0, 10)}'`;
  const active = Math.round(members * 0.75);
  const expired = Math.round(members * 0.2);
  const pending = members - active - expired;
  const words = `'Aïssatou', 'Bah ' || n, 'm' || n || '@members.test', '+224620000000', '2001-02-03',
    'player', '${TYPE}', case when n % 3 = 0 then 'en' else 'fr' end`;
  const columns = `(id, first_name, last_name, email, phone, birth_date, member_type, membership_type_id,
    language, status, membership_start, membership_end, lapsed_on, created_at, updated_at)`;
  /** So many rows, each so much older than the one before that the last is as old as the term allows. */
  const aged = (rows: number, days: number) =>
    `generate_series(1, ${rows}) n,
     lateral (select ${day} - ceil(n * ${days - 1}::numeric / ${rows})::int as at) age`;
  return [
    ...STAFF_IDS.map(
      (id, n) => `insert into profiles (id, name, email, role, email_verified)
        values ('${id}', 'Équipe ${n + 1}', 'staff${n + 1}@office.test', 'admin', true)`,
    ),
    `insert into membership_types (id, name, name_en, description, price, member_type)
     values ('${TYPE}', 'Joueur', 'Player', 'Adhésion', 15000, 'player')`,
    `insert into members ${columns}
     select gen_random_uuid(), ${words}, 'active', ends - 365, ends, null, ends - 365, ends - 365
     from generate_series(1, ${active}) n,
       lateral (select ${day} + (n * 365::bigint / ${active})::int as ends) e`,
    `insert into members ${columns}
     select gen_random_uuid(), ${words}, 'expired', at - 365, at, at + 1, at - 365, at + 1
     from (select n + ${active} as n, at from ${aged(expired, 1095)}) one`,
    `insert into members ${columns}
     select gen_random_uuid(), ${words}, 'pending', null, null, null, at, at
     from (select n + ${active + expired} as n, at from ${aged(pending, 364)}) one`,
    `insert into events (id, title, description, date, time, location, category, max_participants, status,
       status_chosen_at, created_at, updated_at)
     select gen_random_uuid(), 'Ancien ' || n, 'x', at, '18:00', 'Conakry', 'Conférence', 50, 'completed',
       at - 30, at - 30, at from ${aged(PAST_EVENTS, 364)}`,
    `insert into event_registrations (id, event_id, reference, ticket_token, first_name, last_name, email,
       phone, birth_date, price_id, price_name, amount, currency, language, status, confirmed_at,
       created_at, updated_at)
     select gen_random_uuid(), e.id, 'OLD-' || row_number() over (), gen_random_uuid(), 'Hawa', 'Sow',
       'old' || row_number() over () || '@guests.test', '+224620000000', '2001-02-03', 'standard',
       'Standard', 0, 'XOF', 'fr', 'confirmed', e.date - 20, e.date - 20, e.date - 20
     from events e, generate_series(1, ${PAST_GUESTS})`,
    `insert into newsletter_subscriptions (id, address_hash, status, consent_text, consent_channel,
       consented_at, created_at, updated_at)
     select gen_random_uuid(), 'old' || n, 'unsubscribed', 'x', '/newsletter', at, at, at
     from ${aged(PAPERS, 1095)}`,
    `insert into contact_messages (id, name, email, subject, message, status, created_at, updated_at)
     select gen_random_uuid(), 'Hawa', 'old@guests.test', 'Question', 'Quand ?', 'replied', at, at
     from ${aged(PAPERS, 364)}`,
    `insert into mail_outbox (id, key, template, language, recipient, subject, text_body, html_body, status,
       attempts, sent_at, created_at, updated_at)
     select gen_random_uuid(), 'old' || n, 'contact-acknowledgement', 'fr', 'old@guests.test', 'x', '', '',
       'sent', 1, at, at, at from ${aged(PAPERS, 90)}`,
    `insert into partners (id, name, description, contact_name, partnership_end, status, created_at, updated_at)
     select gen_random_uuid(), 'Partenaire ' || n, 'x', 'Fatou', at, 'inactive', at, at
     from ${aged(PAPERS, 1095)}`,
    `insert into audit_log (id, created_at, staff_id, staff_name, action, entity)
     select gen_random_uuid(), at, '${STAFF_IDS[0]}', 'Équipe 1', 'news.update', 'news'
     from ${aged(PAPERS, 1095)}`,
    `insert into bin (id, deleted_at, deleted_by, deleted_by_name, batch, entity, entity_id, label, rows)
     select gen_random_uuid(), at, '${STAFF_IDS[0]}', 'Équipe 1', gen_random_uuid(), 'news',
       gen_random_uuid(), 'x', '[]' from ${aged(PAPERS, 30)}`,
    `insert into versions (id, entity, entity_id, number, written_at, staff_id, values)
     select gen_random_uuid(), 'events', (select id from events order by date limit 1), n, at,
       '${STAFF_IDS[0]}', '{}' from ${aged(PAPERS, 1095)}`,
    `insert into drafts (id, account_id, entity, record, sequence, values, saved_at)
     select gen_random_uuid(), '${STAFF_IDS[0]}', 'news', gen_random_uuid(), n, '{}', at
     from ${aged(PAPERS, 30)}`,
    `insert into policy_reports (id, directive, blocked, page, reports, first_at, last_at)
     select gen_random_uuid(), 'script-src', 'old' || n, '/about', 1, at, at from ${aged(PAPERS, 30)}`,
    `insert into licence_photos (id, member_id, status, content, created_at, updated_at)
     select gen_random_uuid(), id, 'accepted', 'x', membership_end - 100, membership_end - 100
     from members where status = 'expired' and membership_end > ${day} - 364`,
    `insert into members (id, first_name, last_name, organisation, email, member_type, status, membership_start)
     values (gen_random_uuid(), 'Hawa', 'Sow', 'Étoile de Labé', 'club@members.test', 'club', 'active', ${day} - 300)`,
    `insert into club_invitees (id, club, place_id, address_hash, list_id, created_at)
     select gen_random_uuid(), (select min(number) from clubs), gen_random_uuid(), 'old' || n, gen_random_uuid(), at
     from ${aged(PAPERS, 30)}`,
    `insert into person_merges (id, kept_ids, moved_ids, changes, created_at)
     select gen_random_uuid(), '{}', '{}', '[]', at from ${aged(PAPERS, 30)}`,
    ...oldMoney(`${day} - 3470`),
  ];
}

/** Money of nine and a half years ago: the law asks for ten. */
function oldMoney(day: string): string[] {
  const rows = `generate_series(1, ${OLD_ORDERS}) n`;
  const id = "md5('order' || n)::uuid";
  return [
    `insert into orders (id, kind, subject_id, label_fr, label_en, price_amount, price_currency, status,
       token, reference, language, payer_name, payer_email, fulfilled_at, created_at, updated_at)
     select ${id}, 'membership', gen_random_uuid(), 'Ancienne', 'Old', 15000, 'GNF', 'confirmed',
       md5('token' || n), 'OLD-' || n, 'fr', 'Hawa Sow', '', ${day}, ${day}, ${day} from ${rows}`,
    `insert into payments (id, order_id, request_key, provider, merchant_ref, status, price_amount,
       price_currency, charge_amount, charge_currency, provider_expires_at, created_at)
     select ${id}, ${id}, 'old', 'federation', 'OLD-' || n, 'succeeded', 15000, 'GNF', 15000, 'GNF',
       ${day}, ${day} from ${rows}`,
    `insert into ledger_entries (id, order_id, payment_id, kind, provider, provider_txn_id, amount, currency,
       price_amount, created_at)
     select ${id}, ${id}, ${id}, 'charge', 'federation', 'OLD-' || n, 15000, 'GNF', 15000, ${day}
     from ${rows}`,
  ];
}
