export const PARTNERSHIP_TYPES = ["sponsor", "technical", "media", "institutional"] as const;
export type PartnershipType = (typeof PARTNERSHIP_TYPES)[number];

export const PARTNER_STATUSES = ["active", "inactive"] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

export type Partner = {
  id: string;
  name: string;
  description: string;
  description_en: string | null;
  logo_url: string | null;
  website: string | null;
  partnership_type: PartnershipType;
  status: PartnerStatus;
};

/** What only staff see of a partner. */
export type PartnerContact = {
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  /** yyyy-mm-dd */
  partnership_start: string | null;
  partnership_end: string | null;
};

/** The three groups of the public page, in order. Media partners stand with the technical ones. */
export const PARTNER_GROUPS = [
  { key: "institutional", types: ["institutional"] },
  { key: "technical", types: ["technical", "media"] },
  { key: "sponsors", types: ["sponsor"] },
] as const satisfies readonly { key: string; types: readonly PartnershipType[] }[];
