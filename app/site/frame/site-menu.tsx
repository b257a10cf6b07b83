import { ChevronDown, Menu } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import type { MenuEntry, MenuRow } from "./navigation.ts";

type Link = { label: string; href: string; current: boolean };

/** The entries of the menu bar; those that have no room there fold into one at its end. */
export function MenuBar({ entries, row }: { entries: MenuEntry[]; row: MenuRow }) {
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
              <Disclosure label={entry.label} atRight={place >= row.count / 2}>
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
export function MenuPanel({ entries }: { entries: MenuEntry[] }) {
  const { t, language } = useI18n();
  const search = { label: t("footer.search"), href: pathIn(language, "/search"), current: false };
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
        className="absolute inset-x-0 top-full max-h-[calc(100vh-72px)] overflow-auto bg-ink px-5 pb-6"
      >
        <ul className="divide-y divide-white/15 text-lg font-bold">
          {entries.map((entry) => (
            <li key={entry.href + entry.label} className="py-1">
              <Branch entry={entry} link={PhoneLink} />
            </li>
          ))}
          <li className="py-1">
            <PhoneLink entry={search} />
          </li>
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
      <Toggle label={entry.label} className="min-h-12 justify-between" />
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

type DisclosureProps = { label: string; atRight: boolean; children: React.ReactNode };

function Disclosure({ label, atRight, children }: DisclosureProps) {
  return (
    <details data-menu="">
      <Toggle label={label} className="min-h-11 px-2 underline-offset-8 hover:underline" />
      <ul className={`submenu-panel ${atRight ? "right-0" : "left-0"}`}>{children}</ul>
    </details>
  );
}

function Toggle({ label, className }: { label: string; className: string }) {
  return (
    <summary className={`flex items-center gap-1 ${className}`}>
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
      className="flex min-h-11 items-center px-2 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-yellow aria-[current]:decoration-2"
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
