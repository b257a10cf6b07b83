import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { newId } from "../../app/core/id.server.ts";
import { ACCOUNT, ACCOUNT_TABLES } from "./account-tables.ts";
import { FILE_TABLES } from "./file-tables.ts";
import { CHARGE, MONEY_TABLES, ORDER, PAYMENT } from "./money-tables.ts";

export type Values = Record<string, unknown>;

/** The little that staff may do with a table of accounts. */
export type StaffRights = { reads?: string[]; adds?: true; removesOwn?: true };

/** What the tests expect of one table. A table without an entry in TABLES fails them. */
export type TableExpectation = {
  /** The values that a row cannot do without; `n` makes the unique ones different. */
  row: (n: string) => Values;
  /** What a visitor reads: rows with the values `shown`, and none with one of `hidden`. */
  visitorReads?: { shown: Values; hidden: Values[]; columns?: string[] };
  /** What a visitor may add as it is, and with what values it is refused. */
  visitorInserts?: { refused: Values[] };
  /** Whether a change is told to the page caches. */
  notifies: boolean;
  /** The text columns that the search inside a list looks at, except those with a set form. */
  searched?: string[];
  /** Which rows may go: those that nothing refers to. All of them when absent. */
  removable?: SQL;
  /** What no role ever does: delete its rows, or not even change them. */
  keeps?: "rows" | "everything";
  /** What staff may do with it, where that is not everything. */
  staff?: StaffRights;
  /** How lists are ordered, after columns held equal. Tables of a few rows have no list order. */
  order?: { within?: string; by: string[] };
};

export const OPEN_EVENT = newId();
export const PUBLISHED_PAGE = newId();
export const DRAFT_PAGE = newId();
export const REGISTRATION = newId();

const newest = { by: ["created_at", "id"] };
const activeOnly = { shown: { is_active: true }, hidden: [{ is_active: false }] };
const everything = { shown: {}, hidden: [] };

export const TABLES: Record<string, TableExpectation> = {
  audit_log: {
    row: () => ({ staff_name: "N", action: "news.create", entity: "news", label: "L" }),
    keeps: "everything",
    notifies: false,
    searched: ["staff_name", "staff_email", "action", "label"],
    order: newest,
  },
  ...ACCOUNT_TABLES,
  bin: {
    row: () => ({
      deleted_by: newId(),
      deleted_by_name: "N",
      batch: newId(),
      entity: "news",
      entity_id: newId(),
      label: "L",
      rows: [],
    }),
    notifies: false,
    searched: ["label"],
    order: { by: ["deleted_at", "id"] },
  },
  ...MONEY_TABLES,
  contact_messages: {
    row: () => ({ name: "N", email: "n@example.gn", subject: "S", message: "M" }),
    visitorInserts: { refused: [{ status: "read" }, { status: "replied" }] },
    notifies: false,
    searched: ["name", "email", "subject"],
    order: newest,
  },
  event_registrations: {
    row: (n) => ({
      event_id: OPEN_EVENT,
      reference: `FGE-${n}`,
      ticket_token: n,
      first_name: "F",
      last_name: "L",
      email: `${n}@example.gn`,
      phone: "+224620000000",
      birth_date: "2000-01-01",
      gamertag: "G",
      platform: "pc",
      price_id: "standard",
      price_name: "Standard",
      amount: 0,
      currency: "XOF",
      language: "fr",
      // Without a place, so that the event does not change with it.
      status: "waiting",
    }),
    notifies: true,
    searched: ["reference", "first_name", "last_name", "email", "gamertag"],
    order: newest,
  },
  events: {
    removable: sql`not exists (select 1 from event_registrations where event_id = events.id)`,
    row: () => ({
      title: "T",
      description: "D",
      date: "2030-01-01",
      location: "Conakry",
      category: "Tournoi",
    }),
    visitorReads: everything,
    notifies: true,
    searched: ["title", "title_en", "description", "location"],
    order: { by: ["date", "id"] },
  },
  file_categories: {
    row: (n) => ({ name: `Catégorie ${n}` }),
    visitorReads: everything,
    notifies: true,
  },
  ...FILE_TABLES,
  highlights: {
    row: () => ({ kind: "player", name: "N", order: 1 }),
    visitorReads: activeOnly,
    notifies: true,
    searched: ["name", "gamertag"],
    order: { within: "kind = 'player'", by: ["kind", "order", "id"] },
  },
  leadership_team: {
    row: () => ({ name: "N", position: "P", bio: "B", order: 1 }),
    visitorReads: activeOnly,
    notifies: true,
    searched: ["name", "position"],
    order: { by: ["order", "id"] },
  },
  mail_outbox: {
    row: () => ({
      template: "newsletter-welcome",
      language: "fr",
      recipient: "n@example.gn",
      subject: "S",
      text_body: "T",
      html_body: "<p>T</p>",
    }),
    visitorInserts: { refused: [{ status: "sent" }, { status: "failed" }, { attempts: 1 }] },
    staff: {
      // Everything but what the mail says.
      reads: [
        ...["id", "template", "language", "recipient", "reply_to", "subject", "status", "attempts"],
        ...["next_attempt_at", "sent_at", "last_error", "created_at", "updated_at"],
      ],
      adds: true,
    },
    notifies: false,
    order: newest,
  },
  members: {
    row: (n) => ({ first_name: "F", last_name: "L", email: `${n}@example.gn` }),
    visitorInserts: {
      refused: [{ status: "active" }, { status: "suspended" }, { status: "expired" }],
    },
    notifies: true,
    searched: ["first_name", "last_name", "email"],
    order: newest,
  },
  membership_types: {
    row: () => ({ name: "N", description: "D", price: 1000 }),
    visitorReads: activeOnly,
    notifies: true,
    searched: ["name", "name_en", "description"],
    order: newest,
  },
  news: {
    row: () => ({ title: "T", excerpt: "E", content: "C", category: "Communiqué" }),
    visitorReads: { shown: { published: true }, hidden: [{ published: false }] },
    notifies: true,
    searched: ["title", "title_en", "excerpt"],
    order: newest,
  },
  newsletter_subscriptions: {
    row: (n) => ({
      email: `${n}@example.gn`,
      whatsapp: "+224620000000",
      consent_text: "J'accepte",
      consent_channel: "footer",
    }),
    visitorInserts: { refused: [{ status: "unsubscribed" }] },
    notifies: false,
    searched: ["email", "whatsapp"],
    order: newest,
  },
  page_sections: {
    row: (n) => ({ page_id: PUBLISHED_PAGE, section_key: n, sort_order: 1 }),
    visitorReads: {
      shown: {},
      hidden: [{ is_active: false }, { page_id: DRAFT_PAGE }],
    },
    notifies: true,
    order: { within: `page_id = '${PUBLISHED_PAGE}'`, by: ["page_id", "sort_order", "id"] },
  },
  pages: {
    row: (n) => ({ slug: n, title: "T" }),
    visitorReads: {
      shown: { status: "published" },
      hidden: [{ status: "draft" }, { status: "archived" }],
    },
    notifies: true,
    searched: ["title", "title_en"],
    order: newest,
  },
  partners: {
    row: () => ({
      name: "N",
      description: "D",
      contact_name: "Private",
      contact_email: "private@example.gn",
      contact_phone: "+224620000001",
    }),
    visitorReads: {
      shown: { status: "active" },
      hidden: [{ status: "inactive" }],
      columns: [
        "id",
        "name",
        "description",
        "description_en",
        "logo_url",
        "website",
        "partnership_type",
        "status",
        "created_at",
      ],
    },
    notifies: true,
    searched: ["name", "description"],
    order: newest,
  },
  registration_proofs: {
    row: () => ({ registration_id: REGISTRATION, code_hash: "x", key_hash: "x" }),
    // What it holds proves that an address is one's own.
    staff: {},
    notifies: false,
  },
  site_settings: {
    row: (n) => ({ setting_key: n, setting_value: "V" }),
    visitorReads: { shown: { is_public: true }, hidden: [{ is_public: false }] },
    notifies: true,
  },
  static_files: {
    row: () => ({
      filename: "a.pdf",
      original_filename: "a.pdf",
      file_url: "/files/a.pdf",
      file_type: "application/pdf",
      file_size: 10,
      title: "T",
    }),
    visitorReads: { shown: { is_public: true }, hidden: [{ is_public: false }] },
    notifies: true,
    searched: ["filename", "title", "title_en", "description"],
    order: newest,
  },
};

/** The tables that the migrations have really made. */
export const TABLES_OF_THE_CATALOGUE = sql`
  select c.relname as name, c.relrowsecurity as guarded from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  order by c.relname`;

/** Adds a row, complete but for `values`, and returns its id. Nothing is read back. */
export async function insertRow(db: Transaction, table: string, values: Values = {}) {
  const id = newId();
  await db.execute(insertion(table, { id, ...values }));
  return id;
}

/** An insert whose values pass through JSON, so that both drivers take lists and objects alike. */
export function insertion(table: string, values: Values = {}): SQL {
  const id = newId();
  const row = { id, ...TABLES[table]?.row(`u${id}`), ...values };
  const columns = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  );
  return sql`insert into ${sql.identifier(table)} (${columns}) select ${columns}
    from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}::jsonb)`;
}

/** What rows of the tests belong to. */
export async function insertParents(db: Transaction) {
  await insertRow(db, "events", { id: OPEN_EVENT });
  await insertRow(db, "event_registrations", { id: REGISTRATION });
  await insertRow(db, "pages", { id: PUBLISHED_PAGE, status: "published" });
  await insertRow(db, "pages", { id: DRAFT_PAGE, status: "draft" });
  await insertRow(db, "profiles", { id: ACCOUNT });
  await insertRow(db, "orders", { id: ORDER });
  await insertRow(db, "payments", { id: PAYMENT });
  await insertRow(db, "ledger_entries", { id: CHARGE });
}
