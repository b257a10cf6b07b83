import { sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import type { Usage } from "../files/usage.ts";
import { RESOURCE_CATEGORIES } from "../resources/resources.ts";
import { SETTING_ADDRESSES, SETTING_WORDS, type SiteSettings } from "../settings/settings.ts";

/** `at`: what follows the address of the list, or the key of a setting. */
type Found = { address: string; kind: string; label: string; at: string };

const PLACES: Readonly<Record<string, { where: string; list: string }>> = {
  events: { where: "Événement", list: "/admin/events" },
  highlights: { where: "Mise en avant", list: "/admin/highlights" },
  leadership_team: { where: "Direction", list: "/admin/leadership" },
  news: { where: "Actualité", list: "/admin/news" },
  page_sections: { where: "Section de page", list: "/admin/pages" },
  partners: { where: "Partenaire", list: "/admin/partners" },
  resources: { where: "Ressource publiée", list: "/admin/resources" },
};

function usageOf({ kind, label, at }: Found): Usage {
  const place = PLACES[kind];
  if (place) return { where: place.where, label, to: `${place.list}/${at}` };
  const setting = at as keyof SiteSettings;
  const to = `/admin/pages/settings/${SETTING_ADDRESSES[setting] ?? ""}`;
  return { where: "Paramètres", label: SETTING_WORDS[setting] ?? at, to };
}

/** Where each of these addresses is used, by address. One question for all of them. */
export async function findUsage(
  db: StaffDb,
  addresses: readonly string[],
): Promise<Record<string, Usage[]>> {
  if (addresses.length === 0) return {};
  const asked = sql`(select value as address from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)) asked`;
  const inText = (text: string) => sql`strpos(coalesce(${sql.raw(text)}, ''), address) > 0`;
  const { rows } = (await db.execute(sql`
    select address, 'news' as kind, title as label, id::text as at from news, ${asked}
      where image_url = address or ${inText("content")} or ${inText("content_en")}
    union all select address, 'events', title, id::text from events, ${asked} where image_url = address
    union all select address, 'partners', name, id::text from partners, ${asked} where logo_url = address
    union all select address, 'leadership_team', name, id::text from leadership_team, ${asked} where image_url = address
    union all select address, 'highlights', name, id::text from highlights, ${asked} where image_url = address
    union all select address, 'page_sections', coalesce(title, section_key), page_id || '/sections/' || id from page_sections, ${asked}
      where image_url = address or ${inText("settings::text")} or ${inText("content")} or ${inText("content_en")}
    union all select address, 'resources', title, id::text from static_files, ${asked}
      where file_url = address and is_public
        and category_id in (select id from file_categories where name in ${[...RESOURCE_CATEGORIES]})
    union all select address, 'site_settings', '', setting_key from site_settings, ${asked}
      where ${inText("setting_value::text")}`)) as unknown as { rows: Found[] };
  const uses: Record<string, Usage[]> = {};
  for (const found of rows) {
    uses[found.address] ??= [];
    uses[found.address]?.push(usageOf(found));
  }
  return uses;
}
