import { eq } from "drizzle-orm";
import { deleteLeaders } from "../../about/leadership.staff.server.ts";
import { leadershipTeam } from "../../about/leadership.table.server.ts";
import { deleteHighlights } from "../../community/highlights.staff.server.ts";
import { highlights } from "../../community/highlights.table.server.ts";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { ticketOffice } from "../../events/door/ticket-office.ts";
import { savePackages } from "../../events/events.operations.server.ts";
import { deleteEvents } from "../../events/events.staff.server.ts";
import { events } from "../../events/events.table.server.ts";
import type { PackageText } from "../../events/events.ts";
import {
  lockEventRow,
  withoutCounts,
} from "../../events/packages/event-packages.operations.server.ts";
import { deleteCategories } from "../../files/files.staff.server.ts";
import { fileCategories, staticFiles } from "../../files/files.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { deleteMembershipTypes } from "../../membership/types/membership-types.staff.server.ts";
import { membershipTypes } from "../../membership/types/membership-types.table.server.ts";
import { deleteNews } from "../../news/news.staff.server.ts";
import { news } from "../../news/news.table.server.ts";
import { deletePages } from "../../pages/pages.staff.server.ts";
import { pageSections, pages } from "../../pages/pages.table.server.ts";
import { deleteSections } from "../../pages/sections/sections.staff.server.ts";
import { deletePartners } from "../../partners/partners.staff.server.ts";
import { partners } from "../../partners/partners.table.server.ts";
import { type Deleted, deleteRecords } from "../../records/bin/bin.staff.server.ts";
import type { ManagedTable } from "../../records/records.staff.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { SETTING_LABELS, type SiteSettings } from "../../settings/settings.ts";

type Row = Record<string, unknown>;
type Entry = { action: string; entity_id: string; before: Row | null; after: Row | null };

/** How what is done to the rows of a table is taken back. */
type Undoing = {
  table: ManagedTable;
  /** Moves what was created to the bin, as its list does. */
  remove?: (db: StaffDb, ids: readonly string[]) => Promise<Deleted>;
  /** Why one entry cannot be taken back, in a sentence. */
  refuse?: (db: StaffDb, entry: Entry) => string | undefined | Promise<string | undefined>;
  /** Rows of another table that the log holds under a name of their own. */
  parts?: {
    read: (db: StaffDb, id: string) => Promise<Row>;
    write: (db: StaffDb, id: string, parts: Row) => Promise<void>;
  };
  /** What else follows from the values that came back. */
  after?: (db: StaffDb, id: string, values: Row) => Promise<void>;
};

const fieldsOf = ({ before, after }: Entry) => Object.keys({ ...before, ...after });

/** What an event says of itself; everything else concerns whoever registered. */
const WORDS = ["title", "description", "rules", "title_en", "description_en", "rules_en"];
const TOLD_TO_NOBODY = [...WORDS, "format", "image_url"];

const eventUndoing: Undoing = {
  table: events as never,
  remove: deleteEvents,
  async refuse(db, entry) {
    const { before, after, entity_id: id } = entry;
    if (before?.status === "cancelled" || after?.status === "cancelled") {
      return "Un événement annulé ou rouvert ne change pas sans un mot : ouvrez-le et choisissez son statut, ou « Annuler l’événement ».";
    }
    if (before === null || fieldsOf(entry).every((field) => TOLD_TO_NOBODY.includes(field))) return;
    const registered = await ticketOffice().countRegistrations(db, [id]);
    if (!registered.has(id)) return;
    return "Des personnes sont inscrites : changez l’événement lui-même, et elles apprendront ce qui les concerne.";
  },
  parts: {
    async read(db, id) {
      const event = await lockEventRow(db, id);
      return { prices: withoutCounts(event?.prices ?? null) };
    },
    async write(db, id, { prices }) {
      const texts = (prices ?? []) as (Omit<PackageText, "ends_at"> & { ends_at: string | null })[];
      const packages = texts.map((one) => ({
        ...one,
        ends_at: one.ends_at ? new Date(one.ends_at) : null,
      }));
      await savePackages(db, id, packages);
    },
  },
  async after(db, id, values) {
    if (!("status" in values)) return;
    // As for any status that staff choose: it stands until the dates of the event say something new.
    await db.update(events).set({ status_chosen_at: currentTime() }).where(eq(events.id, id));
  },
};

/** What is paid hangs on these. */
const PAID_FOR = [
  "status",
  "membership_type_id",
  "membership_start",
  "membership_end",
  "member_type",
];

/** THE TABLES WHOSE CHANGES CAN BE UNDONE: those whose definition names acts. */
export const UNDOING: Readonly<Record<string, Undoing>> = {
  news: { table: news as never, remove: deleteNews },
  events: eventUndoing,
  pages: { table: pages as never, remove: deletePages },
  page_sections: { table: pageSections as never, remove: deleteSections },
  site_settings: {
    table: siteSettings as never,
    remove: (db, ids) =>
      deleteRecords(db, siteSettings, ids, {
        label: ({ setting_key: key }) => SETTING_LABELS[key as keyof SiteSettings] ?? key,
      }),
  },
  partners: { table: partners as never, remove: deletePartners },
  leadership_team: { table: leadershipTeam as never, remove: deleteLeaders },
  highlights: { table: highlights as never, remove: deleteHighlights },
  membership_types: { table: membershipTypes as never, remove: deleteMembershipTypes },
  static_files: { table: staticFiles as never },
  file_categories: { table: fileCategories as never, remove: deleteCategories },
  members: {
    table: members as never,
    refuse: (_db, entry) =>
      fieldsOf(entry).some((field) => PAID_FOR.includes(field))
        ? "Les paiements de ce membre en dépendent : changez sa fiche."
        : undefined,
  },
  contact_messages: { table: contactMessages as never },
};
