import pg from "pg";

/** First and last names as Guinea's registers hold them, the most common first. */
const FIRST = `Mamadou Fatoumata Ibrahima Aïssatou Mariama Amadou Alpha Ousmane Kadiatou Mohamed Aminata
  Abdoulaye Hawa Moussa Oumou Thierno Souleymane Binta Sékou Djénabou Boubacar Ramatoulaye Lansana
  Néné M’Mah Fodé Hadja Saran Élhadj Makalé Cécé Foromo Gnouma Koïkoï Zézé Théodore Hélène`;
const LAST = `Diallo Bah Barry Camara Sow Sylla Baldé Condé Keïta Touré Bangoura Soumah Traoré Kourouma
  Diakité Cissé Sidibé Doumbouya Kaba Diané Fofana Kanté Magassouba Bérété Konaté Yattara Diaby
  Millimono Loua Haba Kolié Lamah Guilavogui Béavogui Zoumanigui Onivogui Éboué Tolno Léno`;
const CITIES = "Conakry Kindia Boké Labé Mamou Kankan Faranah Nzérékoré Siguiri Kamsar";
const PROVIDERS = "gmail.com gmail.com gmail.com yahoo.fr outlook.com orange.gn example.org";

const list = (words: string) => `'{${words.trim().split(/\s+/).join(",")}}'::text[]`;
/** One of a list, the first ones far more often than the last: that is how names lie. */
const often = (words: string, at: string) =>
  `(${words})[1 + floor(power(${at}, 2) * cardinality(${words}))::int]`;
const evenly = (words: string, at: string) =>
  `(${words})[1 + floor(${at} * cardinality(${words}))::int]`;

/** Who they are, and when they came, over two and a half years; old memberships have mostly expired, none so long ago that it is removed. */
const PEOPLE = `
  select n, gen_random_uuid() as id, ${often(list(FIRST), "random()")} as first_name,
    ${often(list(LAST), "random()")} as last_name, ${evenly(list(PROVIDERS), "random()")} as provider,
    ${often(list(CITIES), "random()")} as city, random() as kind, random() as standing,
    now() - n * (interval '30 months' / $1) - random() * interval '1 hour' as came
  from generate_series(1, $1::int) n`;

const MEMBERS = `
  insert into members (id, first_name, last_name, email, phone, city, member_type, status,
    membership_start, membership_end, created_at, updated_at)
  select id, first_name, last_name,
    search_form(first_name) || '.' || search_form(last_name) || n || '@' || provider,
    '+2246' || lpad((n % 100000000)::text, 8, '0'), city,
    case when kind < 0.96 then 'player' when kind < 0.99 then 'club' else 'partner' end,
    case when standing < 0.04 then 'suspended' when n < 0.02 * $1 then 'pending'
      when n < 0.3 * $1 or standing < 0.3 then 'active' else 'expired' end,
    came::date, (came + interval '1 year')::date, came, came
  from (${PEOPLE}) people`;

const REGISTRATIONS = `
  insert into event_registrations (id, event_id, reference, ticket_token, first_name, last_name,
    email, phone, birth_date, gamertag, platform, price_id, price_name, amount, currency, language,
    status, confirmed_at, checked_in_at, created_at, updated_at)
  select people.id, events.id, 'BENCH-' || n, 'bench-ticket-' || n, first_name, last_name,
    'player' || n || '@' || provider, '+224622000000', '2000-01-01', 'gamer' || n, 'mobile', 'free',
    'Standard', 0, 'XOF', 'fr',
    case when standing < 0.7 then 'confirmed' when standing < 0.8 then 'waiting'
      when standing < 0.98 then 'expired' else 'held' end,
    came, case when standing < 0.5 then came end, came, came
  from (${PEOPLE}) people
  join (select id, row_number() over () as nth, count(*) over () as many from events) events
    on nth = 1 + n % many`;

const ORDERS = `
  insert into orders (id, kind, subject_id, reference, label_fr, label_en, price_amount, price_currency, status,
    token, language, payer_name, payer_email, created_at, updated_at)
  select id, 'membership', gen_random_uuid(), 'BENCH-' || n, 'Adhésion Joueur', 'Player membership', 25000, 'XOF',
    case when standing < 0.8 then 'confirmed' when standing < 0.9 then 'expired'
      when standing < 0.99998 then 'held' else 'paid_unfulfilled' end,
    'bench-order-token-' || lpad(n::text, 10, '0'), 'fr', first_name || ' ' || last_name,
    'player' || n || '@' || provider, came, came
  from (${PEOPLE}) people`;

/** Each paid order has its attempt, which gives the entry of the ledger its id. */
const PAYMENTS = `
  insert into payments (id, order_id, request_key, provider, merchant_ref, provider_ids, status,
    price_amount, price_currency, charge_amount, charge_currency, provider_expires_at, created_at)
  select id, id, 'bench', 'simulated', 'BENCH-' || id, jsonb_build_object('transaction', 'P-' || id), 'succeeded', 25000, 'XOF', 25000,
    'XOF', created_at, created_at
  from orders where status = 'confirmed'`;
const LEDGER = `
  insert into ledger_entries (id, order_id, payment_id, kind, provider, provider_txn_id, amount,
    currency, price_amount, created_at)
  select id, order_id, id, 'charge', provider, provider_ids->>'transaction', charge_amount, charge_currency,
    price_amount, created_at
  from payments`;

const MESSAGES = `
  insert into contact_messages (id, name, email, subject, message, status, created_at, updated_at)
  select id, first_name || ' ' || last_name, 'player' || n || '@' || provider, 'Une question', 'Bonjour, …',
    case when n < 100 then 'unread' when standing < 0.5 then 'read' else 'replied' end, came, came
  from (${PEOPLE}) people`;
const MAILS = `
  insert into mail_outbox (id, key, template, language, recipient, subject, text_body, html_body, status, next_attempt_at,
    created_at, updated_at)
  select id, 'bench-' || n, 'newsletter', 'fr', 'player' || n || '@' || provider, 'La lettre', 'Bonjour, …', '<p>Bonjour, …</p>',
    case when standing < 0.999 then 'sent' when standing < 0.9995 then 'kept' else 'failed' end, came, came, came
  from (${PEOPLE}) people`;
const AUDIT = `
  insert into audit_log (id, created_at, staff_name, staff_email, action, entity, entity_id)
  select id, came, first_name || ' ' || last_name, 'player' || n || '@' || provider, 'update', 'members', id::text
  from (${PEOPLE}) people`;

/** Fills what grows by itself beside it: messages, mails, the log. */
export async function fillOfficeLogs(superuserUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    const fills = { contact_messages: MESSAGES, mail_outbox: MAILS, audit_log: AUDIT };
    for (const [table, fill] of Object.entries(fills)) {
      await client.query(`truncate ${table} cascade`);
      await withoutIndexes(client, table, () => client.query(fill, [rows]));
    }
    await client.query("vacuum analyze contact_messages, mail_outbox, audit_log");
  } finally {
    await client.end();
  }
}

/** Empties what the back office lists and fills it with so many members, and as many rows of each other kind. */
export async function fillOffice(
  superuserUrl: string,
  members: number,
  others = members,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    // The rows are whole as they are: no trigger has anything to add.
    await client.query("set session_replication_role = replica");
    await client.query("select setseed(0.5)");
    await client.query(
      "truncate members, event_registrations, orders, payments, ledger_entries cascade",
    );
    const fills = { members: MEMBERS, event_registrations: REGISTRATIONS, orders: ORDERS };
    for (const [table, fill] of Object.entries(fills)) {
      const rows = table === "members" ? members : others;
      await withoutIndexes(client, table, () => client.query(fill, [rows]));
    }
    for (const [table, fill] of Object.entries({ payments: PAYMENTS, ledger_entries: LEDGER })) {
      await withoutIndexes(client, table, () => client.query(fill));
    }
    await client.query(
      "vacuum analyze members, event_registrations, orders, payments, ledger_entries",
    );
  } finally {
    await client.end();
  }
}

/** An index made at once is made far sooner than one that follows every row; `again` says which are needed at all. */
export async function withoutIndexes(
  client: pg.Client,
  table: string,
  fill: () => Promise<unknown>,
  again: (definition: string) => boolean = () => true,
) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = $1 and schemaname = 'public' and not exists (
       select from pg_constraint where conname = indexname)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  await fill();
  for (const { definition } of rows) if (again(definition)) await client.query(definition);
}
