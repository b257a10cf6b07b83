import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  systemDoor,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { CLUB_COLOURS, MAX_STATUTES, MOST_BOUGHT } from "./clubs.ts";

const moment = () => timestamp({ withTimezone: true });

/** One row for each number that a club was given. A trigger of the memberships adds it; none is removed. */
export const clubs = pgTable(
  "clubs",
  {
    id: idColumn(),
    /** It stands in two bytes of a licence card. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity({ maxValue: 65_535 }),
    created_at: moment().notNull().default(SITE_NOW),
  },
  () => [...doors("clubs")],
);

/**
 * Licences that a club buys beside those of its membership. They are the club's while their order is paid, until their
 * day: nothing here changes.
 */
export const clubPurchases = pgTable(
  "club_purchases",
  {
    id: idColumn(),
    club: integer()
      .notNull()
      .references(() => clubs.number),
    /** A test goes with its order, by a trigger. */
    order_id: uuid().notNull().unique(),
    count: integer().notNull(),
    /** The last day of each, promised with the order. */
    until: date({ mode: "string" }).notNull(),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [
    check(
      "club_purchases_count",
      sql`${table.count} between 1 and ${sql.raw(String(MOST_BOUGHT))}`,
    ),
    index("club_purchases_of_club").on(table.club, table.created_at),
    systemDoor("club_purchases"),
  ],
);

/** A licence that a club promises with an invitation, and then pays. A trigger counts them under the lock of the club. */
export const clubPlaces = pgTable(
  "club_places",
  {
    id: idColumn(),
    club: integer()
      .notNull()
      .references(() => clubs.number),
    /** Of the link, which nobody can guess. */
    code: text().notNull().unique(),
    /** The player pays as usual: it does not count, and the club's end ends nothing of it. */
    by_player: boolean().notNull().default(false),
    /** The purchase that it is one of; null for those of the membership. A trigger chooses. */
    purchase_id: uuid().references(() => clubPurchases.id, { onDelete: "set null" }),
    expires_at: moment().notNull(),
    withdrawn_at: moment(),
    /** When a player of another club accepted it. Whether their move still waits for that club is `from_club`. */
    asked_at: moment(),
    /** The club whose answer the move waits for. No reference: its check would lock that club after the other one. */
    from_club: integer(),
    accepted_at: moment(),
    /** The membership of the player who accepted, or whose move waits; null once they are forgotten. */
    player_id: uuid(),
    /** What that person had paid: the same membership when it lasts longer, else the one that begins again if the club ends early. */
    own_id: uuid(),
    /** The last day of the licence that it pays; until then it counts, also when the player leaves. */
    until: date({ mode: "string" }),
    /** When the player left by themselves: until that day they join another club only while moves are open. */
    left_at: moment(),
    /** The club ended before that day, and the licence with it. */
    ended_at: moment(),
    /** The player was told so. */
    told_at: moment(),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [
    check("club_places_accepted", sql`(${table.accepted_at} is null) = (${table.until} is null)`),
    check(
      "club_places_waiting",
      sql`${table.from_club} is null or (${table.asked_at} is not null and ${table.player_id} is not null
        and ${table.accepted_at} is null and ${table.withdrawn_at} is null)`,
    ),
    index("club_places_of_club").on(table.club, table.created_at),
    index("club_places_of_purchase").on(table.purchase_id),
    index("club_places_of_player").on(table.player_id),
    index("club_places_from_club").on(table.from_club).where(sql`from_club is not null`),
    index("club_places_untold")
      .on(table.ended_at)
      .where(sql`ended_at is not null and told_at is null`),
    systemDoor("club_places"),
  ],
);

/**
 * Whom a club invited by e-mail, as the club wrote them. A trigger takes address and name away, with the mail, once the
 * invitation is over; what stays for a month cannot be read.
 */
export const clubInvitees = pgTable(
  "club_invitees",
  {
    id: idColumn(),
    club: integer()
      .notNull()
      .references(() => clubs.number),
    /** Its invitation, which is kept longer. */
    place_id: uuid().notNull().unique(),
    /** In lower case; null once the invitation is over. */
    email: text(),
    first_name: text().notNull().default(""),
    last_name: text().notNull().default(""),
    /** Cannot be computed without our secret: counts mails, and finds an invitation that was accepted. */
    address_hash: text().notNull(),
    /** The list that it came with: of a list that is sent twice, each invitation is made once. */
    list_id: uuid().notNull(),
    /** How many mails were asked for, and when the last; none where the site sends no mail. */
    mails: integer().notNull().default(0),
    mailed_at: moment(),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [
    check("club_invitees_mails", sql`(${table.mails} = 0) = (${table.mailed_at} is null)`),
    uniqueIndex("club_invitees_open").on(table.club, table.email).where(sql`email is not null`),
    index("club_invitees_address").on(table.address_hash),
    ...doors("club_invitees"),
  ],
);

/** What a club shows of itself in its own space. Its files are kept here, so that one transaction removes all of it. */
export const clubProfiles = pgTable(
  "club_profiles",
  {
    id: idColumn(),
    club: integer()
      .notNull()
      .unique()
      .references(() => clubs.number),
    first_colour: text({ enum: CLUB_COLOURS }),
    second_colour: text({ enum: CLUB_COLOURS }),
    /** A JPEG in base64. */
    logo: text(),
    /** A PDF in base64. */
    statutes: text(),
    statutes_at: moment(),
    ...timestamps,
  },
  (table) => [
    oneOf("club_profiles_first_colour", table.first_colour, CLUB_COLOURS),
    oneOf("club_profiles_second_colour", table.second_colour, CLUB_COLOURS),
    check("club_profiles_logo", sql`length(${table.logo}) between 1 and 60000`),
    check(
      "club_profiles_statutes",
      sql`length(${table.statutes}) between 1 and ${sql.raw(String(Math.ceil(MAX_STATUTES / 3) * 4))}`,
    ),
    check(
      "club_profiles_statutes_at",
      sql`(${table.statutes} is null) = (${table.statutes_at} is null)`,
    ),
    systemDoor("club_profiles"),
  ],
);

/** Who acts for a club beside the address of its membership, as that address named them. */
export const clubOfficers = pgTable(
  "club_officers",
  {
    id: idColumn(),
    club: integer()
      .notNull()
      .references(() => clubs.number),
    name: text().notNull(),
    /** In lower case. */
    email: text().notNull(),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [
    uniqueIndex("club_officers_once").on(table.club, table.email),
    index("club_officers_of_address").on(table.email),
    ...doors("club_officers"),
  ],
);
