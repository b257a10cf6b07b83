import { languageOf, neutralPath, pathIn } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import type { Route } from "./+types/manifest.route.ts";
import { findLogo, iconsMark } from "./site-icons.server.ts";

export const handle = { reads: ["site_settings", "static_files"] };

const INK = "#0b1410";

/** A page that is kept beside the site, as an application of its own. */
const PAGES = new Map<string, { start: string; scope: string; title: "control" }>([
  ["/V/control.webmanifest", { start: "/V/control", scope: "/V/", title: "control" }],
]);

/** What a telephone calls the site, and shows for it, beside its applications. */
export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { federation } = await readSettings().catch(() => DEFAULT_SETTINGS);
  await findLogo();
  const mark = iconsMark();
  const icon = (name: string, side: number, purpose: string) => ({
    src: `/icons/${name}-${mark}.png`,
    sizes: `${side}x${side}`,
    type: "image/png",
    purpose,
  });
  const own = PAGES.get(neutralPath(url.pathname));
  const t = translator(language);
  const start = own?.start ?? pathIn(language, "/");
  const manifest = {
    id: start,
    name: own ? t(`${own.title}.title`) : language === "fr" ? federation.name : federation.name_en,
    short_name: own ? t(`${own.title}.short`) : federation.short_name,
    lang: language,
    start_url: start,
    scope: own?.scope ?? "/",
    display: "minimal-ui",
    background_color: INK,
    theme_color: INK,
    icons: [icon("192", 192, "any"), icon("512", 512, "any"), icon("maskable", 512, "maskable")],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}
