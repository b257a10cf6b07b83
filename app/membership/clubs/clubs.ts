import type { ClubMoves } from "../../settings/settings.ts";
import { dayAfter, MEMBERSHIP_DAYS } from "../renewal/membership-period.ts";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 30;
/** Open invitations of players who pay for themselves, which no licence bounds. */
export const MOST_OPEN = 100;
/** Mails with an invitation that a club has sent in 24 hours. */
export const MAILS_A_DAY = 100;
/** Mails with an invitation to one address in a week: from one club, and from all of them. */
export const MAILS_A_WEEK = { fromClub: 2, fromAll: 3 };

/** Licences of one purchase. */
export const MOST_BOUGHT = 100;

/** The colours that a club may have, as a page draws them. */
export const COLOURS = {
  red: "#c8102e",
  orange: "#e8731a",
  yellow: "#fcd116",
  green: "#00744a",
  turquoise: "#1aa6a6",
  blue: "#1f5fbf",
  navy: "#1b2a5b",
  violet: "#6b3fa0",
  pink: "#e0539a",
  brown: "#7a4a21",
  black: "#111111",
  grey: "#8a8f98",
  white: "#ffffff",
} as const;
export type Colour = keyof typeof COLOURS;
export const CLUB_COLOURS = Object.keys(COLOURS) as [Colour, ...Colour[]];
/** Bytes of a club's statutes. */
export const MAX_STATUTES = 1024 * 1024;
/** Bytes of a logo as it is sent. */
export const MAX_LOGO = 2 * 1024 * 1024;
/** Who may act for a club beside the address of its membership. */
export const MOST_OFFICERS = 3;
/** How many a club names in a day, with those that it removes again. */
export const OFFICERS_A_DAY = 8;
export const MAX_OFFICER_NAME = 100;

/** Players of a roster. */
export const MOST_PLAYERS = 200;
/** How long before its end a club renews what it pays. */
export const RENEWAL_DAYS = 30;

/** Letters and digits that are not taken for each other. */
export const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_LENGTH = 12;

/** The code of an invitation as people type it; undefined for what is none. */
export function readInvitationCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s‑–-]/g, "");
  const isCode =
    code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter));
  return isCode ? code : undefined;
}

/** 'ABCD-EFGH-JKMN' */
export const formatInvitationCode = (code: string): string =>
  code.replaceAll(/(.{4})(?=.)/g, "$1-");

/** The last day of a licence that a club pays today: with the club, and no longer than a paid one. */
export function paidUntil(today: string, clubEnd: string | null): string {
  const year = dayAfter(today, MEMBERSHIP_DAYS);
  return clubEnd !== null && clubEnd < year ? clubEnd : year;
}

export type Invitation = {
  withdrawn_at: Date | null;
  asked_at: Date | null;
  from_club: number | null;
  accepted_at: Date | null;
  expires_at: Date;
};

/** `waiting`: a player of another club accepted it, which has not answered. `ended`: that move did not take place. */
export type InvitationState = "open" | "waiting" | "used" | "withdrawn" | "ended" | "late";

export function invitationState(place: Invitation, now: Date): InvitationState {
  if (place.accepted_at) return "used";
  if (place.withdrawn_at) return place.asked_at ? "ended" : "withdrawn";
  if (place.expires_at <= now) return "late";
  return place.from_club === null ? "open" : "waiting";
}

/** Players hear of the end of their club this late: until then it can be undone without a word. */
export const TOLD_AFTER_MINUTES = 15;

/** How long a club has to answer whether a player of it moves to another. */
export const MOVE_DAYS = 14;
/** The reason of a refusal. */
export const MAX_MOVE_REASON = 500;

/** From when a move can be asked for again, yyyy-mm-dd; undefined while it can. The first day may come after the last: over the new year. */
export function movesOpenFrom({ from, to }: ClubMoves, today: string): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  const [year = "", day] = [today.slice(0, 4), today.slice(5)];
  const isOpen = from <= to ? from <= day && day <= to : from <= day || day <= to;
  if (isOpen) return undefined;
  return `${day < from ? year : Number(year) + 1}-${from}`;
}
