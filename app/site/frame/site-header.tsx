import { CircleUserRound, Search } from "lucide-react";
import { useLocation } from "react-router";
import { useI18n } from "../../i18n/i18n.ts";
import { LANGUAGES, neutralPath, pathIn } from "../../i18n/languages.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { useDocument } from "../document.ts";
import { SiteLogoPicture } from "../icons/site-logo.tsx";
import { brandFitsPhone, menuEntries, menuRow } from "./navigation.ts";
import { MenuBar, MenuPanel } from "./site-menu.tsx";

/** Where whoever is signed in finds the back office: after every other entry. */
const OFFICE = { path: "/admin", order: 999 };

type Props = { settings: SiteSettings; signedIn: boolean };

/** Menu bar: brand, entries (with submenus as plain disclosure), languages; one panel on phones. */
export function SiteHeader({ settings, signedIn }: Props) {
  const { t, language } = useI18n();
  const { missing } = useDocument();
  const { pathname, search } = useLocation();
  const path = neutralPath(pathname);
  const navigation = settings.main_navigation;
  const office = signedIn ? [{ ...OFFICE, label: t("navigation.administration") }] : [];
  const items = [...navigation.items, ...office];
  const entries = menuEntries({ ...navigation, items }, language, path);
  const logo = settings.site_logo;
  const brand = navigation.brand_text;
  const bar = { brand, logoWidth: logo.width, signedIn, more: t("navigation.more") };
  return (
    <header className="site-header on-dark">
      {/* On a phone each column has its width before the page has come in whole: nothing moves. */}
      <div
        className={`wrap grid items-center gap-2 py-3 lg:flex lg:gap-4 ${signedIn ? "grid-cols-[minmax(0,1fr)_44px_88px_48px]" : "grid-cols-[minmax(0,1fr)_88px_48px]"}`}
      >
        <a
          href={pathIn(language, logo.link)}
          className="mr-auto flex max-w-full items-center gap-3 text-lg font-black lg:max-w-80 lg:shrink-0"
        >
          <SiteLogoPicture
            logo={logo}
            alt={logo.alt_text === brand ? "" : logo.alt_text}
            className="max-h-20 shrink-0"
          />
          <span
            className={brandFitsPhone(brand, logo.width, signedIn) ? "brand" : "brand brand-folds"}
          >
            {brand}
          </span>
        </a>
        <MenuBar entries={entries} row={menuRow(entries, bar)} />
        {signedIn ? (
          <a
            href={OFFICE.path}
            aria-label={t("navigation.office")}
            className="flex size-11 shrink-0 items-center justify-center"
          >
            <CircleUserRound aria-hidden="true" size={24} />
          </a>
        ) : (
          // Whoever is signed in has one entry more in the bar, and finds the search in the footer.
          <a
            href={pathIn(language, "/search")}
            aria-label={t("footer.search")}
            className="hidden size-11 shrink-0 items-center justify-center lg:flex"
          >
            <Search aria-hidden="true" size={24} />
          </a>
        )}
        {/* The server leaves out of an address what its page does not read. */}
        <LanguageSwitch address={missing ? "/" : path + search} />
        <MenuPanel entries={entries} />
      </div>
    </header>
  );
}

const LANGUAGE_NAMES = { fr: "Français", en: "English" } as const;

/**
 * Plain links to the same page in the other language, with its filters, the type that was chosen or the form
 * that is open, or to its home page from one that is not there; the server remembers the choice.
 */
function LanguageSwitch({ address }: { address: string }) {
  const { t, language } = useI18n();
  return (
    <ul aria-label={t("navigation.language")} className="flex text-sm font-bold">
      {LANGUAGES.map((code) => (
        <li key={code}>
          <a
            href={pathIn(code, address)}
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
