import { isoDay } from "../../i18n/format.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { type Answer, type Colour, cardVerdict, colourOf } from "../card-verdict.ts";
import { authenticate, type CardFields } from "../licence-code.ts";
import { dayOf, type LicenceList } from "./licence-list.ts";

const DAY_MS = 86_400_000;
/** How old a list may be before the answer says so. */
const FRESH_DAYS = 7;
/** How far a clock may go wrong before anybody is told. */
const TOLERANCE_MS = 600_000;

/** What a phone knew at its last contact with the site: the time of the server, and its own. */
export type Contact = { server: number; phone: number };
export type Time = { now: number; isWrong: boolean };

/**
 * The time, however the clock of the phone was set: never before what is known to have been, in milliseconds.
 * @param floor When the page was made, and the list.
 */
export function trueTime(phone: number, floor: number, contact?: Contact): Time {
  const ahead = contact ? contact.phone - contact.server : 0;
  // Since then the clock was not put right.
  if (contact && ahead > TOLERANCE_MS && phone >= contact.phone) {
    return { now: phone - ahead, isWrong: true };
  }
  const least = Math.max(floor, contact?.server ?? 0);
  return phone < least - TOLERANCE_MS
    ? { now: least, isWrong: true }
    : { now: Math.max(phone, least), isWrong: false };
}

export type OfflineAnswer = Answer & {
  colour: Colour;
  /** What the card says, when the federation signed it. */
  card?: CardFields;
  number?: string;
  /** How many days old the list is, if that is too old. */
  oldDays?: number;
  isClockWrong: boolean;
};

/** Checks a card without a network. Never throws, whatever was scanned. */
export async function checkOffline(
  code: string,
  list: LicenceList,
  time: Time,
): Promise<OfflineAnswer> {
  const keys = list.keys.map((key) => ({ ...key, revoked: key.state === "revoked" }));
  const read = await authenticate(code, keys);
  switch (read.is) {
    case "unreadable":
      return coloured({ verdict: "unreadable" }, list, time);
    case "other-key":
      return coloured({ verdict: "otherKey" }, list, time);
    case "revoked-key":
      return coloured({ verdict: "revokedKey" }, list, time);
    case "forged":
      return coloured({ verdict: "forged" }, list, time);
  }
  const { card } = read;
  return {
    ...coloured(answerTo(card, list, isoDay(new Date(time.now))), list, time),
    card,
    number: formatLicence(card.serial),
  };
}

/** What the list says of a card with a true signature. */
function answerTo(card: CardFields, list: LicenceList, today: string): Answer {
  const listed = list.find(card.serial);
  if (typeof listed === "string") {
    // Of what began since the list was made it can know nothing.
    const isLater = card.from >= dayOf(list) && listed !== "replaced";
    if (listed === "newer" || isLater) return { verdict: "newer" };
    return { verdict: listed === "never" ? "unknown" : listed };
  }
  // The register raises the issue when it replaces a card, so the list is older than this one.
  if (card.issue > listed.issue) return { verdict: "newer" };
  // The end is that of the card, unless the list knows better: whether it was renewed since, nobody here knows.
  const isOver = card.until !== null && card.until < today;
  const membership_end = listed.until ?? (isOver ? null : card.until);
  const membership = { status: "active", membership_start: card.from, membership_end } as const;
  return cardVerdict(card, { ...listed, membership }, today);
}

/** Looks up a number that was typed: without its code nothing says that the card is true. */
export function checkNumber(serial: number, list: LicenceList, time: Time): OfflineAnswer {
  const listed = list.find(serial);
  const number = formatLicence(serial);
  if (typeof listed === "string") {
    const verdict = listed === "never" ? "unknown" : listed;
    return { ...coloured({ verdict }, list, time), number };
  }
  const membership = {
    status: "active",
    membership_start: null,
    membership_end: listed.until,
  } as const;
  const card = { issue: listed.issue, until: null };
  const { verdict, until } = cardVerdict(
    card,
    { ...listed, membership },
    isoDay(new Date(time.now)),
  );
  const isGreen = colourOf(verdict) === "green";
  return { ...coloured({ verdict: isGreen ? "number" : verdict, until }, list, time), number };
}

/** What is true of an old list or at a wrong clock is for the person who checks to judge. */
function coloured(answer: Answer, { made }: LicenceList, { now, isWrong }: Time): OfflineAnswer {
  const days = Math.floor((now - made * 1000) / DAY_MS);
  const isOld = days > FRESH_DAYS;
  const colour = colourOf(answer.verdict);
  const isDoubtful = colour === "green" && (isOld || isWrong);
  return {
    ...answer,
    colour: isDoubtful ? "amber" : colour,
    ...(isOld && { oldDays: days }),
    isClockWrong: isWrong,
  };
}
