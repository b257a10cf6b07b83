/** From when and until when a published record is visible; either may be open. */
export type PublicationTimes = { public_from: Date | null; public_until: Date | null };
export type Publication = PublicationTimes & { published: boolean };

export const PUBLICATION_STATES = ["draft", "scheduled", "published", "retired"] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** The same rule as `shown_now` of the database, with the reason. */
export function publicationState(
  { published, public_from, public_until }: Publication,
  now: Date,
): PublicationState {
  if (!published) return "draft";
  if (public_until && public_until <= now) return "retired";
  return public_from && public_from > now ? "scheduled" : "published";
}

/**
 * The publication to store for a request of staff: published without a moment means now, and a record that was public
 * before keeps its first moment. A draft keeps only that.
 */
export function resolvePublication(
  asked: Publication,
  stored: Publication | undefined,
  now: Date,
): Publication {
  const first = stored?.public_from && stored.public_from <= now ? stored.public_from : null;
  if (!asked.published) return { published: false, public_from: first, public_until: null };
  if (asked.public_from) return asked;
  // A record without a moment has been public since it was created.
  const always = stored?.published && !stored.public_from;
  return { ...asked, public_from: always ? null : (first ?? now) };
}

/**
 * A row restored from the bin, as a draft if its moment of publication passed meanwhile.
 */
export function withoutPassedMoment(
  row: Readonly<Record<string, unknown>>,
  deletedAt: Date,
  now: Date,
): Readonly<Record<string, unknown>> {
  const { public_from } = row;
  const moment = typeof public_from === "string" ? new Date(public_from) : undefined;
  if (!moment || moment <= deletedAt || moment > now) return row;
  const draft = "published" in row ? { published: false } : { status: "draft" };
  return { ...row, ...draft, public_from: null, public_until: null };
}

/** The kinds of records that a preview link can show before they are published. */
export const PREVIEW_KINDS = ["news", "events", "pages"] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** How long a preview link may be valid, in days. */
export const PREVIEW_DAYS = ["1", "7", "30"] as const;

/** A preview link in the form of its record, without its address, which is shown once and not stored. */
export type PreviewLink = {
  id: string;
  created_at: Date;
  created_by_name: string;
  expires_at: Date;
};

/** The maximum number of preview links to one record. */
export const MOST_PREVIEW_LINKS = 20;
