/** A kind of membership on offer. */
export type MembershipType = {
  id: string;
  name: string;
  name_en: string | null;
  description: string;
  description_en: string | null;
  /** Whole GNF (the currency has no minor unit). 0 means 'partner price', agreed with the federation. */
  price: number;
  currency: "GNF";
  /** Label such as 'par an'. */
  period: string;
  period_en: string | null;
  features: string[];
  features_en: string[] | null;
  /** What an applicant for this type becomes. */
  member_type: "player" | "club" | "partner";
  is_active: boolean;
};

/** What the back office calls whether one is on offer. */
export const STATUS_CHOICES = [
  { value: "active", label: "Actif" },
  { value: "inactive", label: "Inactif" },
] as const;

/** The status as the form's choice has it. */
export const typeFields = <T extends { is_active: boolean }>(type: T) => ({
  ...type,
  is_active: type.is_active ? "active" : "inactive",
});
