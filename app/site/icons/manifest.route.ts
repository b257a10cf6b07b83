import { languageOf, neutralPath, pathIn } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import type { Route } from "./+types/manifest.route.ts";
import { findLogo, iconsMark } from "./site-icons.server.ts";

export const handle = { reads: ["site_settings", "static_files"] };

const INK = "#0b1410";

/** The page of checks is kept beside the site, as an application of its own. */
const CONTROL = { id: "/V/control", start_url: "/V/control", scope: "/V/" };

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
  const t = translator(language);
  const home = pathIn(language, "/");
  const manifest = {
    ...(neutralPath(url.pathname) === "/V/control.webmanifest"
      ? { ...CONTROL, name: t("control.title"), short_name: t("control.short") }
      : {
          id: home,
          start_url: home,
          scope: "/",
          name: language === "fr" ? federation.name : federation.name_en,
          short_name: federation.short_name,
        }),
    lang: language,
    display: "minimal-ui",
    background_color: INK,
    theme_color: INK,
    icons: [icon("192", 192, "any"), icon("512", 512, "any"), icon("maskable", 512, "maskable")],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}
