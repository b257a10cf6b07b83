/** From when and until when visitors see a record that staff published; either may be open. */
export type PublicationTimes = { public_from: Date | null; public_until: Date | null };
export type Publication = PublicationTimes & { published: boolean };

export const PUBLICATION_STATES = ["draft", "scheduled", "published", "retired"] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** What `shown_now` of the database says too, and why. */
export function publicationState(
  { published, public_from, public_until }: Publication,
  now: Date,
): PublicationState {
  if (!published) return "draft";
  if (public_until && public_until <= now) return "retired";
  return public_from && public_from > now ? "scheduled" : "published";
}

/**
 * What staff ask for, against what is stored: published without a moment means now, and what was public before
 * keeps the day of its first publication. A draft has no times but that day.
 */
export function resolvePublication(
  asked: Publication,
  stored: Publication | undefined,
  now: Date,
): Publication {
  const first = stored?.public_from && stored.public_from <= now ? stored.public_from : null;
  if (!asked.published) return { published: false, public_from: first, public_until: null };
  if (asked.public_from) return asked;
  // What has no moment is public since it was made.
  const always = stored?.published && !stored.public_from;
  return { ...asked, public_from: always ? null : (first ?? now) };
}

/**
 * A row from the bin. One that was to be published while it lay there comes back as a draft: nobody publishes
 * what was thrown away.
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

/** What somebody without an account may be shown before it is published. */
export const PREVIEW_KINDS = ["news", "events", "pages"] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** How long such a link may lead somewhere, in days. */
export const PREVIEW_DAYS = ["1", "7", "30"] as const;

/** A link as the form of its record lists it: the address itself is told once, and kept nowhere. */
export type PreviewLink = {
  id: string;
  created_at: Date;
  created_by_name: string;
  expires_at: Date;
};

/** So many lead to one record at once. */
export const MOST_PREVIEW_LINKS = 20;
