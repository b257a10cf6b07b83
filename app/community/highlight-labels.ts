import type { HighlightKind } from "./highlights.ts";

/** What the back office calls the kinds of cards. */
export const KIND_CHOICES = [
  { value: "player", label: "Joueur" },
  { value: "club", label: "Club" },
  { value: "partner", label: "Partenaire" },
] as const satisfies readonly { value: HighlightKind; label: string }[];

/** Whether the public sees one. */
export const STATUS_CHOICES = [
  { value: "shown", label: "Affichée" },
  { value: "hidden", label: "Masquée" },
] as const;
