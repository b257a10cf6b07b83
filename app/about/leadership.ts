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
