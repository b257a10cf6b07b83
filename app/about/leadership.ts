import type { ListSpec } from "../records/list/list-query.ts";

/** A leader shown on the About page. */
export type Leader = {
  id: string;
  name: string;
  position: string;
  position_en: string | null;
  bio: string;
  bio_en: string | null;
  image_url: string | null;
  order: number;
  is_active: boolean;
};

/** What the back office calls the states of a leader. */
export const STATUS_CHOICES = [
  { value: "active", label: "Actif" },
  { value: "inactive", label: "Inactif" },
];

/** What the list of leaders can be asked for. */
export const LEADER_LIST: ListSpec = {
  filters: { status: ["active", "inactive"] },
  sorts: ["order"],
  descending: false,
};
