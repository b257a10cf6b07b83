import { sql } from "drizzle-orm";
import type { StaffDb } from "../platform/database/doors.server.ts";

/** One place where a file is used. */
export type Usage = { where: string; label: string; to: string };

type Found = { address: string; kind: string; id: string; label: string };

const PLACES: Readonly<Record<string, { where: string; to: (id: string) => string }>> = {
  events: { where: "Événement", to: (id) => `/admin/events/${id}` },
  highlights: { where: "Mise en avant", to: (id) => `/admin/highlights/${id}` },
  leadership_team: { where: "Direction", to: (id) => `/admin/leadership/${id}` },
  news: { where: "Actualité", to: (id) => `/admin/news/${id}` },
  page_sections: { where: "Section de page", to: () => "/admin/pages" },
  partners: { where: "Partenaire", to: (id) => `/admin/partners/${id}` },
  site_settings: { where: "Paramètres", to: () => "/admin/pages/settings" },
};

/** Where each of these addresses is used, by address. One question for all of them. */
export async function findUsage(
  db: StaffDb,
  addresses: readonly string[],
): Promise<Record<string, Usage[]>> {
  if (addresses.length === 0) return {};
  const asked = sql`(select value as address from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)) asked`;
  const { rows } = (await db.execute(sql`
    select address, 'news' as kind, id::text, title as label from news, ${asked}
      where image_url = address or strpos(content, address) > 0
    union all select address, 'events', id::text, title from events, ${asked} where image_url = address
    union all select address, 'partners', id::text, name from partners, ${asked} where logo_url = address
    union all select address, 'leadership_team', id::text, name from leadership_team, ${asked} where image_url = address
    union all select address, 'highlights', id::text, name from highlights, ${asked} where image_url = address
    union all select address, 'page_sections', id::text, coalesce(title, section_key) from page_sections, ${asked}
      where image_url = address or strpos(settings::text, address) > 0 or strpos(coalesce(content, ''), address) > 0
    union all select address, 'site_settings', id::text, setting_key from site_settings, ${asked}
      where strpos(setting_value::text, address) > 0`)) as unknown as { rows: Found[] };
  const uses: Record<string, Usage[]> = {};
  for (const { address, kind, id, label } of rows) {
    const place = PLACES[kind];
    if (!place) continue;
    uses[address] ??= [];
    uses[address].push({ where: place.where, label, to: place.to(id) });
  }
  return uses;
}
