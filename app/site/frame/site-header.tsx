import { ChevronDown, CircleUserRound, Menu, Search } from "lucide-react";
import { useLocation } from "react-router";
import { useI18n } from "../../i18n/i18n.ts";
import { LANGUAGES, neutralPath, pathIn } from "../../i18n/languages.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { useDocument } from "../document.ts";
import { SiteLogoPicture } from "../icons/site-logo.tsx";
import {
  type Brand,
  brandFitsPhone,
  brandOf,
  type MenuEntry,
  type MenuRow,
  menuEntries,
  menuRow,
} from "./navigation.ts";

/** Where whoever is signed in finds the back office: after every other entry. */
const OFFICE = { path: "/admin", order: 999 };

type Props = { settings: SiteSettings; signedIn: boolean };

/** Menu bar: brand, entries (with submenus as plain disclosure), languages; one panel on phones. */
export function SiteHeader({ settings, signedIn }: Props) {
  const { t, language } = useI18n();
  const { federation, missing } = useDocument();
  const { pathname, search } = useLocation();
  const path = neutralPath(pathname);
  const navigation = settings.main_navigation;
  const office = signedIn ? [{ ...OFFICE, label: t("navigation.administration") }] : [];
  const items = [...navigation.items, ...office];
  const entries = menuEntries({ ...navigation, items }, language, path);
  const logo = settings.site_logo;
  const brand = brandOf(
    navigation.brand_text,
    federation.short_name,
    language === "fr" ? federation.name : federation.name_en,
  );
  const bar = { brand, logoWidth: logo.width, signedIn, more: t("navigation.more") };
  return (
    <header className="site-header on-dark">
      {/* On a phone each column has its width before the page has come in whole: nothing moves. */}
      <div
        className={`wrap grid items-center gap-2 py-3 lg:flex lg:gap-3 ${signedIn ? "grid-cols-[minmax(0,1fr)_44px_88px_48px]" : "grid-cols-[minmax(0,1fr)_88px_48px]"}`}
      >
        <a
          href={pathIn(language, logo.link)}
          className="mr-auto flex max-w-full items-center gap-3 text-lg font-black lg:max-w-80 lg:shrink-0"
        >
          <SiteLogoPicture
            logo={logo}
            alt={logo.alt_text === navigation.brand_text ? "" : logo.alt_text}
            className="max-h-20 shrink-0"
          />
          <BrandText brand={brand} fits={brandFitsPhone(brand, logo.width, signedIn)} />
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

function BrandText({ brand, fits }: { brand: Brand; fits: boolean }) {
  const folds = fits ? "" : " brand-folds";
  if (brand.lines.length === 0) return <span className={`brand${folds}`}>{brand.text}</span>;
  return (
    <span className={`text-xs leading-none whitespace-nowrap${folds}`}>
      {brand.lines.map((line) => (
        // The space parts the words where the lines are read aloud.
        <span key={line} className="mt-0.5 block">{`${line} `}</span>
      ))}
    </span>
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

type Link = { label: string; href: string; current: boolean };

/** The entries of the menu bar; those that have no room there fold into one at its end. */
function MenuBar({ entries, row }: { entries: MenuEntry[]; row: MenuRow }) {
  const { t } = useI18n();
  const folded = entries.slice(row.count);
  return (
    <nav aria-label={t("navigation.label")} className="hidden lg:block">
      <ul className="flex flex-wrap items-center justify-end text-sm font-semibold whitespace-nowrap">
        {entries.slice(0, row.wide).map((entry, place) => (
          <li
            key={entry.href + entry.label}
            className={place < row.count ? "relative" : "relative max-wide:hidden"}
          >
            {entry.submenu.length > 0 ? (
              // Whatever stands in the right half opens to the left, within the screen.
              <Disclosure
                label={entry.label}
                current={entry.current}
                atRight={place >= row.count / 2}
              >
                {entry.submenu.map((item) => (
                  <li key={item.href + item.label}>
                    <PanelLink entry={item} />
                  </li>
                ))}
              </Disclosure>
            ) : (
              <BarLink entry={entry} />
            )}
          </li>
        ))}
        {folded.length > 0 && (
          <li className={row.wide === entries.length ? "relative wide:hidden" : "relative"}>
            <Disclosure label={t("navigation.more")} atRight>
              {folded.map((entry, place) => (
                <li
                  key={entry.href + entry.label}
                  className={row.count + place < row.wide ? "wide:hidden" : undefined}
                >
                  <Branch entry={entry} link={PanelLink} />
                </li>
              ))}
            </Disclosure>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The same entries on a phone, in one panel. */
function MenuPanel({ entries }: { entries: MenuEntry[] }) {
  const { t, language } = useI18n();
  const more = (["me", "search"] as const).map((key) => ({
    label: t(`footer.${key}`),
    href: pathIn(language, `/${key}`),
    current: false,
  }));
  return (
    <details className="menu size-12 lg:hidden" data-menu="">
      <summary
        className="flex size-12 items-center justify-center rounded-control"
        aria-label={t("navigation.open")}
      >
        <Menu aria-hidden="true" size={26} />
      </summary>
      <nav
        aria-label={t("navigation.label")}
        className="absolute inset-x-0 top-full h-[calc(100vh-72px)] overflow-auto bg-ink px-5 pb-6"
      >
        <ul className="divide-y divide-white/15 text-lg font-bold">
          {entries.map((entry) => (
            <li key={entry.href + entry.label} className="py-1">
              <Branch entry={entry} link={PhoneLink} />
            </li>
          ))}
          {more.map((entry) => (
            <li key={entry.href} className="py-1">
              <PhoneLink entry={entry} />
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

type BranchProps = { entry: MenuEntry; link: (props: { entry: Link }) => React.ReactNode };

/** An entry in a panel: a link, or a toggle over its submenu. It stands open where the visitor is. */
function Branch({ entry, link: PanelEntry }: BranchProps) {
  if (entry.submenu.length === 0) return <PanelEntry entry={entry} />;
  return (
    <details open={entry.current}>
      <Toggle
        label={entry.label}
        current={entry.current}
        className="min-h-12 justify-between aria-[current]:text-yellow"
      />
      <ul className="pb-2 pl-4">
        {entry.submenu.map((item) => (
          <li key={item.href + item.label}>
            <PanelEntry entry={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type DisclosureProps = {
  label: string;
  /** The visitor is on a page that it holds. */
  current?: boolean;
  atRight: boolean;
  children: React.ReactNode;
};

function Disclosure({ label, current, atRight, children }: DisclosureProps) {
  return (
    <details data-menu="">
      <Toggle label={label} current={current} className="marked min-h-11 px-1.5" />
      <ul className={`submenu-panel ${atRight ? "right-0" : "left-0"}`}>{children}</ul>
    </details>
  );
}

type ToggleProps = { label: string; current?: boolean; className: string };

function Toggle({ label, current, className }: ToggleProps) {
  return (
    <summary
      aria-current={current ? "true" : undefined}
      className={`flex items-center gap-1 ${className}`}
    >
      {label}
      <ChevronDown aria-hidden="true" size={16} className="chevron" />
    </summary>
  );
}

function BarLink({ entry }: { entry: Link }) {
  return (
    <a
      href={entry.href}
      aria-current={entry.current ? "page" : undefined}
      className="marked flex min-h-11 items-center px-1.5"
    >
      {entry.label}
    </a>
  );
}

function PhoneLink({ entry }: { entry: Link }) {
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

function PanelLink({ entry }: { entry: Link }) {
  return (
    <a
      href={entry.href}
      aria-current={entry.current ? "page" : undefined}
      className="flex min-h-11 items-center rounded-control px-3 hover:bg-sand aria-[current]:text-leaf"
    >
      {entry.label}
    </a>
  );
}
