import type { OfficeRole } from "../../app/core/values/roles.ts";

/** What a role does at an address: everything, or read there and send these changes alone. */
export type Permitted = Partial<Record<OfficeRole, "all" | readonly string[]>>;

const NOBODY: Permitted = {};
const EDITOR: Permitted = { editor: "all" };
const TREASURER: Permitted = { treasurer: "all" };
const EVENTS: Permitted = { events: "all" };
const WRITERS: Permitted = { editor: "all", events: "all" };
const WITH_ACTIVITY: Permitted = { editor: "all", treasurer: "all", events: "all" };
const EVERYBODY: Permitted = { ...WITH_ACTIVITY, door: "all" };
const READ_BY_ALL: Permitted = { editor: [], treasurer: [], events: [], door: [] };
const OF_EVENTS: Permitted = { events: ["save", "status", "delete", "holdReturns"] };

/**
 * Who comes to each address of the back office besides administrators, written by hand: a permission that
 * changes fails a test, and so does a new address that is not named here.
 */
export const PERMITTED: Readonly<Record<string, Permitted>> = {
  "/admin": READ_BY_ALL,
  "/admin/account": EVERYBODY,
  "/admin/account/confirm": EVERYBODY,
  "/admin/activity": WITH_ACTIVITY,
  "/admin/audit": NOBODY,
  "/admin/audit/:id/undo": NOBODY,
  "/admin/mails": NOBODY,
  "/admin/retention": NOBODY,
  "/admin/backups": NOBODY,
  "/admin/backups/rest": NOBODY,
  "/admin/backups/restore": NOBODY,
  "/admin/bin": NOBODY,
  "/admin/diagnostic": NOBODY,
  "/admin/diagnostic/links": NOBODY,
  "/admin/events": OF_EVENTS,
  "/admin/events/new": OF_EVENTS,
  "/admin/events/:id": OF_EVENTS,
  "/admin/events/:id/cancel": OF_EVENTS,
  "/admin/events/:id/door": EVENTS,
  "/admin/health": NOBODY,
  "/admin/highlights": EDITOR,
  "/admin/highlights/new": EDITOR,
  "/admin/highlights/:id": EDITOR,
  "/admin/leadership": EDITOR,
  "/admin/leadership/new": EDITOR,
  "/admin/leadership/:id": EDITOR,
  "/admin/files": EDITOR,
  "/admin/files/new": EDITOR,
  "/admin/files/settings": NOBODY,
  "/admin/files/:id": EDITOR,
  "/admin/files/:id/replace": EDITOR,
  "/admin/files/categories": EDITOR,
  "/admin/files/categories/new": EDITOR,
  "/admin/files/categories/:id": EDITOR,
  "/admin/files/at": EDITOR,
  "/admin/files/choose": WRITERS,
  "/admin/files/upload": WRITERS,
  "/admin/files/zip": EDITOR,
  "/admin/drafts": WRITERS,
  "/admin/texts/document": WRITERS,
  "/admin/texts/costs": WRITERS,
  "/admin/texts/pages": WRITERS,
  "/admin/messages": NOBODY,
  "/admin/messages/:id": NOBODY,
  "/admin/members": NOBODY,
  "/admin/members/new": NOBODY,
  "/admin/members/:id": NOBODY,
  "/admin/members/:id/payments": NOBODY,
  "/admin/members/export": NOBODY,
  "/admin/membership-types": NOBODY,
  "/admin/membership-types/new": NOBODY,
  "/admin/membership-types/:id": NOBODY,
  "/admin/news": EDITOR,
  "/admin/news/new": EDITOR,
  "/admin/news/:id": EDITOR,
  "/admin/newsletter": NOBODY,
  "/admin/newsletter/export": NOBODY,
  "/admin/pages": EDITOR,
  "/admin/pages/new": EDITOR,
  "/admin/pages/settings": NOBODY,
  "/admin/pages/settings/:setting": NOBODY,
  "/admin/pages/legal": NOBODY,
  "/admin/pages/legal/new": NOBODY,
  "/admin/pages/legal/:id": NOBODY,
  "/admin/pages/:id": EDITOR,
  "/admin/pages/:id/edit": EDITOR,
  "/admin/pages/:id/sections/new": EDITOR,
  "/admin/pages/:id/sections/:section": EDITOR,
  "/admin/partners": EDITOR,
  "/admin/partners/new": EDITOR,
  "/admin/partners/:id": EDITOR,
  "/admin/people": NOBODY,
  "/admin/people/:id": NOBODY,
  "/admin/people/:id/data.json": NOBODY,
  "/admin/payments": TREASURER,
  "/admin/payments/:id": TREASURER,
  "/admin/payments/announced": TREASURER,
  "/admin/payments/export": TREASURER,
  "/admin/payments/online": NOBODY,
  "/admin/payments/payouts": TREASURER,
  "/admin/payments/payouts/export": TREASURER,
  "/admin/payments/till": TREASURER,
  "/admin/payments/till/state": TREASURER,
  "/admin/payments/tills": TREASURER,
  "/admin/payments/tills/:id": TREASURER,
  "/admin/payments/totals": TREASURER,
  "/admin/registrations": EVENTS,
  "/admin/registrations/new": EVENTS,
  "/admin/registrations/:id": EVENTS,
  "/admin/registrations/:id/edit": EVENTS,
  "/admin/registrations/:id/move": EVENTS,
  "/admin/registrations/door": { events: "all", door: ["scan", "toggle"] },
  "/admin/registrations/export": EVENTS,
  "/admin/resources": EDITOR,
  "/admin/resources/new": EDITOR,
  "/admin/resources/:id": EDITOR,
  "/admin/resources/media-kit": EDITOR,
  "/admin/resources/media-kit/new": EDITOR,
  "/admin/staff": NOBODY,
  "/admin/staff/new": NOBODY,
  "/admin/staff/:id": NOBODY,
  "/admin/translations": EDITOR,
  "/admin/test-database": NOBODY,
  "/admin/*": READ_BY_ALL,
};

/** The screens of many tables: who comes to them for each table, which stands in their address. */
export const PERMITTED_TABLES: Readonly<Record<string, Readonly<Record<string, Permitted>>>> = {
  "/admin/previews/:kind/:id": { news: EDITOR, pages: EDITOR, events: EVENTS },
  "/admin/translations/:table/:id": {
    news: EDITOR,
    events: EVENTS,
    event_packages: NOBODY,
    pages: EDITOR,
    page_sections: EDITOR,
    static_files: EDITOR,
    membership_types: NOBODY,
    leadership_team: EDITOR,
    partners: EDITOR,
    highlights: EDITOR,
    site_settings: NOBODY,
  },
  "/admin/versions/:table/:id": {
    news: EDITOR,
    events: EVENTS,
    pages: EDITOR,
    page_sections: EDITOR,
    static_files: EDITOR,
    membership_types: NOBODY,
    leadership_team: EDITOR,
    partners: EDITOR,
    highlights: EDITOR,
    site_settings: NOBODY,
  },
};

/** Every address as a permission names it, with what stands in it for a table. */
export const PERMITTED_ADDRESSES: readonly { pattern: string; address: string; is: Permitted }[] = [
  ...Object.entries(PERMITTED).map(([pattern, is]) => ({ pattern, address: pattern, is })),
  ...Object.entries(PERMITTED_TABLES).flatMap(([pattern, tables]) =>
    Object.entries(tables).map(([table, is]) => ({
      pattern,
      address: pattern.replace(/:(?:table|kind)\b/, table),
      is,
    })),
  ),
];
