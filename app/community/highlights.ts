export const HIGHLIGHT_KINDS = ["player", "club", "partner"] as const;
export type HighlightKind = (typeof HIGHLIGHT_KINDS)[number];

/** A card of the Community page. Written by staff: no membership record is ever published by itself. */
export type Highlight = {
  id: string;
  kind: HighlightKind;
  name: string;
  /** Players: the name they play under. */
  gamertag: string | null;
  /** Players: their level, such as 'Professionnel'. */
  level: string | null;
  level_en: string | null;
  /** Clubs: how many members. */
  members_count: number | null;
  /** Players and clubs: what they have won, one entry each. */
  achievements: string[];
  achievements_en: string[] | null;
  /** Partners: their field. */
  category: string | null;
  category_en: string | null;
  /** Partners: what they bring. */
  contribution: string | null;
  contribution_en: string | null;
  image_url: string | null;
  order: number;
  is_active: boolean;
};
