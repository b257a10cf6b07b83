import { leadership } from "../../about/leadership.office.ts";
import { staff } from "../../auth/staff/staff.office.ts";
import { highlights } from "../../community/highlights.office.ts";
import { messages } from "../../contact/messages.office.ts";
import { events } from "../../events/events.office.ts";
import { files } from "../../files/files.office.ts";
import type { Notion } from "../../kit/notion.ts";
import { members } from "../../membership/members/members.office.ts";
import { membershipTypes } from "../../membership/types/membership-types.office.ts";
import { news } from "../../news/news.office.ts";
import { newsletter } from "../../newsletter/newsletter.office.ts";
import { pages } from "../../pages/pages.office.ts";
import { partners } from "../../partners/partners.office.ts";
import { payments } from "../../payments/payments.office.ts";
import { people } from "../../people/people.office.ts";
import { registrations } from "../../registrations/registrations.office.ts";
import { resources } from "../../resources/resources.office.ts";

/** THE REGISTER. Every notion that staff manage, in the order of its tasks and of the log. */
export const NOTIONS: readonly Notion[] = [
  pages,
  news,
  events,
  files,
  resources,
  members,
  membershipTypes,
  registrations,
  payments,
  highlights,
  leadership,
  partners,
  messages,
  newsletter,
  people,
  staff,
];

/** The definition of every table that staff change, with the address of its list. */
export const RECORDS = NOTIONS.flatMap(({ records, address }) =>
  records.map((one) => ({ ...one, address })),
);

/** The definition of a table. */
export const recordsOf = (table: string) => RECORDS.find((records) => records.table === table);
