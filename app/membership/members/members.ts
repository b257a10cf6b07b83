export const MEMBER_TYPES = ["player", "club", "partner"] as const;
export type MemberType = (typeof MEMBER_TYPES)[number];

export const MEMBER_STATUSES = ["pending", "active", "suspended", "expired"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The longest first or last name that is kept. */
export const MAX_NAME = 100;

/** What the back office calls a member. */
export const memberLabel = (member: { first_name: string; last_name: string }): string =>
  `${member.first_name} ${member.last_name}`;

/** What the public pages say of the community in figures. */
export type Statistics = { players: number; clubs: number; partners: number };

/** Shown when the counts cannot be read. */
export const DEFAULT_STATISTICS: Statistics = { players: 200, clubs: 15, partners: 8 };
