import { ChevronDown, CircleUserRound, Menu } from "lucide-react";
import { useLocation } from "react-router";
import { useI18n } from "../i18n/i18n.ts";
import { LANGUAGES, neutralPath, pathIn } from "../i18n/languages.ts";
import type { SiteSettings } from "../settings/settings.ts";
import { smallPicture } from "../ui/picture.tsx";
import { useDocument } from "./document.ts";
import { type MenuEntry, menuEntries } from "./navigation.ts";

/** Where whoever is signed in finds the back office: after every other entry. */
const OFFICE = { path: "/admin", order: 999 };

type Props = { settings: SiteSettings; signedIn: boolean };

/** Menu bar: brand, entries (with submenus as plain disclosure), languages; one panel on phones. */
export function SiteHeader({ settings, signedIn }: Props) {
  const { t, language } = useI18n();
  const { missing } = useDocument();
  const path = neutralPath(useLocation().pathname);
  const navigation = settings.main_navigation;
  const office = signedIn ? [{ ...OFFICE, label: t("navigation.administration") }] : [];
  const items = [...navigation.items, ...office];
  const entries = menuEntries({ ...navigation, items }, language, path);
  const logo = settings.site_logo;
  const brand = navigation.brand_text;
  return (
    <header className="site-header on-dark">
      {/* On a phone each column has its width before the page has come in whole: nothing moves. */}
      <div
        className={`wrap grid items-center gap-4 py-3 lg:flex ${signedIn ? "grid-cols-[1fr_44px_88px_48px]" : "grid-cols-[1fr_88px_48px]"}`}
      >
        <a
          href={pathIn(language, logo.link)}
          className="mr-auto flex items-center gap-3 text-lg font-black"
        >
          <img
            src={smallPicture(logo.main_logo, logo.width > 160 ? 480 : 320)}
            alt={logo.alt_text === brand ? "" : logo.alt_text}
            width={logo.width}
            height={logo.height}
          />
          {brand}
        </a>
        <nav aria-label={t("navigation.label")} className="hidden lg:block">
          <ul className="flex items-center text-sm font-semibold whitespace-nowrap">
            {entries.map((entry) => (
              <li key={entry.href} className="relative">
                {entry.submenu.length ? <Submenu entry={entry} /> : <MenuLink entry={entry} />}
              </li>
            ))}
          </ul>
        </nav>
        {signedIn && (
          <a
            href={OFFICE.path}
            aria-label={t("navigation.office")}
            className="flex size-11 items-center justify-center"
          >
            <CircleUserRound aria-hidden="true" size={24} />
          </a>
        )}
        <LanguageSwitch path={missing ? "/" : path} />
        <details className="menu size-12 lg:hidden" data-menu="">
          <summary
            className="flex size-12 items-center justify-center rounded-control"
            aria-label={t("navigation.open")}
          >
            <Menu aria-hidden="true" size={26} />
          </summary>
          <nav
            aria-label={t("navigation.label")}
            className="absolute inset-x-0 top-full max-h-[calc(100vh-72px)] overflow-auto bg-ink px-5 pb-6"
          >
            <ul className="divide-y divide-white/15 text-lg font-bold">
              {entries.map((entry) => (
                <li key={entry.href} className="py-1">
                  {entry.submenu.length ? (
                    <>
                      <p className="pt-3 text-sm font-medium text-mist">{entry.label}</p>
                      {entry.submenu.map((item) => (
                        <MobileLink key={item.href} entry={item} />
                      ))}
                    </>
                  ) : (
                    <MobileLink entry={entry} />
                  )}
                </li>
              ))}
            </ul>
          </nav>
        </details>
      </div>
    </header>
  );
}

type Link = { label: string; href: string; current: boolean };

function MenuLink({ entry }: { entry: Link }) {
  return (
    <a
      href={entry.href}
      aria-current={entry.current ? "page" : undefined}
      className="flex min-h-11 items-center px-3 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-yellow aria-[current]:decoration-2"
    >
      {entry.label}
    </a>
  );
}

function MobileLink({ entry }: { entry: Link }) {
  return (
    <a
      href={entry.href}
      aria-current={entry.current ? "page" : undefined}
      className="flex min-h-12 items-center aria-[current]:text-yellow"
    >
      {entry.label}
    </a>
  );
}

function Submenu({ entry }: { entry: MenuEntry }) {
  const { t } = useI18n();
  return (
    <details data-menu="" className="submenu">
      <summary
        className="flex min-h-11 items-center gap-1 px-3 underline-offset-8 hover:underline"
        title={t("navigation.submenu", { label: entry.label })}
      >
        {entry.label}
        <ChevronDown aria-hidden="true" size={16} className="chevron" />
      </summary>
      <ul className="submenu-panel absolute left-0 top-full min-w-56 rounded-card bg-white p-2 text-ink shadow-card">
        {entry.submenu.map((item) => (
          <li key={item.href}>
            <a
              href={item.href}
              aria-current={item.current ? "page" : undefined}
              className="flex min-h-11 items-center rounded-control px-3 hover:bg-sand aria-[current]:text-leaf"
            >
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

const LANGUAGE_NAMES = { fr: "Français", en: "English" } as const;

/**
 * Plain links to the same page in the other language, or to its home page from one that is not there;
 * the server remembers the choice.
 */
function LanguageSwitch({ path }: { path: string }) {
  const { t, language } = useI18n();
  return (
    <ul aria-label={t("navigation.language")} className="flex text-sm font-bold">
      {LANGUAGES.map((code) => (
        <li key={code}>
          <a
            href={pathIn(code, path)}
            lang={code}
            hrefLang={code}
            aria-current={code === language ? "true" : undefined}
            className="flex size-11 items-center justify-center uppercase text-mist hover:text-white aria-[current]:text-yellow"
          >
            <span aria-hidden="true">{code}</span>
            <span className="quiet">{LANGUAGE_NAMES[code]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
