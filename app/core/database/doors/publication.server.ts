import { type Column, type SQL, sql } from "drizzle-orm";
import { check, type ExtraConfigColumn, index, timestamp } from "drizzle-orm/pg-core";
import type { PublicationState } from "../../values/publication.ts";

const moment = () => timestamp({ withTimezone: true });

/** From when and until when visitors see what is published. */
export const publicationColumns = { public_from: moment(), public_until: moment() };

type Times<C = Column> = { public_from: C; public_until: C };

/** The order of both moments, and what finds those that come next. */
export const publicationGuards = (name: string, table: Times<ExtraConfigColumn>) => [
  check(`${name}_publication`, sql`${table.public_until} > ${table.public_from}`),
  index(`${name}_public_from`).on(table.public_from),
  index(`${name}_public_until`).on(table.public_until),
];

/** Whether visitors see a row now: the one rule, `shown_now` in `database/foundation.sql`. */
export const shownNow = (published: SQL | Column, { public_from, public_until }: Times): SQL =>
  sql`shown_now(${published}, ${public_from}, ${public_until})`;

/** The rows in a state, as `publicationState` names it. */
export function inState(state: PublicationState, published: SQL | Column, table: Times): SQL {
  const { public_from, public_until } = table;
  if (state === "draft") return sql`not ${published}`;
  if (state === "published") return shownNow(published, table);
  if (state === "retired") return sql`${published} and ${public_until} <= site_now()`;
  return sql`${published} and ${public_from} > site_now()
    and (${public_until} is null or ${public_until} > site_now())`;
}
