import { data, Outlet } from "react-router";
import { accountOf } from "../auth/sessions/guard.server.ts";
import { withCookies } from "../auth/sign-in/call-auth.server.ts";
import { app } from "../core/app.ts";
import { readWithFallback } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import type { MainNavigation } from "../settings/settings.ts";
import { readSettings, settingsWithoutDatabase } from "../settings/settings.visitor.server.ts";
import type { Route } from "./+types/site.layout.ts";
import { Letterhead } from "./frame/letterhead.tsx";
import { SiteFooter } from "./frame/site-footer.tsx";
import { SiteHeader } from "./frame/site-header.tsx";
import { findLogo } from "./icons/site-icons.server.ts";

declare module "../core/app.ts" {
  interface App {
    /** The menu without entries that lead nowhere; set by the pages. */
    shownMenu: (menu: MainNavigation) => Promise<MainNavigation>;
  }
}

export const handle = { reads: ["site_settings", "pages"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const stored = await readWithFallback(
    context,
    "site_settings",
    readSettings,
    settingsWithoutDatabase,
  );
  const { main_navigation: menu } = stored;
  const shown = await readWithFallback(
    context,
    "menu",
    async () => (await app().shownMenu?.(menu)) ?? menu,
    () => menu,
  );
  const settings = { ...stored, main_navigation: shown };
  // What the head says of icons and pictures follows it.
  await findLogo();
  // Whoever is signed in gets pages made for them alone; to everybody else this costs nothing.
  const { account, cookies } = await readWithFallback(
    context,
    "session",
    () => accountOf(request, context),
    () => ({ account: undefined, cookies: [] }),
  );
  return data(
    { settings, signedIn: account !== undefined, isMailConfigured: isMailConfigured() },
    { headers: withCookies(cookies) },
  );
}

/** The frame of every public page: menu, content, footer. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { settings, signedIn } = loaderData;
  return (
    <>
      <a className="skip" href="#main">
        {t("common.skip")}
      </a>
      <SiteHeader settings={settings} signedIn={signedIn} />
      <Letterhead />
      {/* A visitor's own message is put here by the server: the page is everybody's. */}
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <SiteFooter settings={settings} />
    </>
  );
}
