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
