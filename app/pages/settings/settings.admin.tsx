import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Outlet } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { currencyLabel, formatAmount, formatDate, formatDays } from "../../i18n/format.ts";
import { listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { usePrefetch } from "../../kit/use-prefetch.ts";
import { formatHours } from "../../settings/opening-hours.ts";
import { formatYearDay } from "../../settings/setting-fields.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import {
  NETWORKS,
  SETTING_ADDRESSES,
  SETTING_LABELS,
  type SiteSettings,
} from "../../settings/settings.ts";
import { PageTabs } from "../page-tabs.admin.tsx";
import { brokenMenuEntryText } from "../pages.record.ts";
import { findBrokenMenuEntries } from "../pages.visitor.server.ts";
import type { Route } from "./+types/settings.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des paramètres" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const settings = await listSettings(db);
    const dead = await findBrokenMenuEntries(db, settings.main_navigation);
    return { settings, dead: brokenMenuEntryText(dead) };
  });
}

export default function SettingsAdmin({ loaderData }: Route.ComponentProps) {
  const {
    site_logo: logo,
    main_navigation,
    contact_info,
    federation,
    minors,
    club_moves: moves,
    desk,
    events,
    exchange_rate: rate,
    refunds,
    paypal,
    mobile_data: data,
    about,
    partner_texts,
    map_point: point,
  } = loaderData.settings;
  return (
    <>
      <OfficeHead
        title="Paramètres"
        lead="Ce que montrent toutes les pages du site. Un changement y est visible aussitôt."
      />
      <PageTabs />
      <Group title="Identité">
        <Panel setting="site_logo">
          <div className="flex items-center gap-4">
            <img
              src={logo.main_logo}
              alt=""
              className="size-16 rounded-control bg-night object-contain p-2"
            />
            <Facts
              facts={[
                ["Texte de remplacement", logo.alt_text],
                ["Taille", `${logo.width} × ${logo.height} pixels`],
                ["Mène à", logo.link],
              ]}
            />
          </div>
        </Panel>
        <Panel setting="federation">
          <Facts
            facts={[
              ["Nom", federation.name],
              ["Nom en anglais", federation.name_en],
              ["Sigle", federation.short_name],
              ["Préfixe des fichiers exportés", federation.export_prefix],
            ]}
          />
        </Panel>
        <Panel setting="contact_info">
          <Facts
            facts={[
              ["Adresse", contact_info.address],
              ["Boîte postale", contact_info.postal_code],
              ["E-mail", contact_info.email],
              ["Téléphone", contact_info.phone],
              ...Object.entries(NETWORKS).map(([network, label]): [string, string?] => [
                label,
                contact_info.social_media[network as keyof typeof NETWORKS],
              ]),
            ]}
          />
        </Panel>
        <Panel setting="map_point">
          <Facts facts={[["Degrés", `${point.latitude}, ${point.longitude}`]]} />
        </Panel>
      </Group>
      <Group title="Menu">
        <Panel setting="main_navigation">
          <MenuTree {...main_navigation} />
          {loaderData.dead && (
            <p className="mt-3 rounded-control bg-amber p-3 text-sm text-ochre">
              {loaderData.dead}
            </p>
          )}
        </Panel>
      </Group>
      <Group title="Argent">
        <Panel setting="desk">
          <Facts
            facts={[
              ["Adresse", desk.address ?? contact_info.address],
              ["Ouvert", formatHours("fr", desk).join("\u202f; ")],
              [
                "Fermetures",
                desk.closures.map(({ from, to }) => formatDays("fr", from, to)).join(", ") ||
                  "Aucune",
              ],
              ["Délai pour payer une place", `${desk.hold_hours} heures`],
              ["Écart de change accepté", `${desk.rate_tolerance}\u202f%`],
              ["Orange Money", desk.orange_money],
              ["MTN MoMo", desk.mtn_momo],
            ]}
          />
        </Panel>
        <Panel setting="events">
          <Facts facts={[["Devise d’un nouvel événement", currencyLabel(events.currency)]]} />
        </Panel>
        <Panel setting="exchange_rate">
          <Facts
            facts={[
              ["1 euro", rate.gnf && `${rate.gnf.replace(".", ",")} GNF`],
              ["Source", rate.source],
              ["Date du taux", rate.date && formatDate("fr", rate.date)],
            ]}
          />
        </Panel>
        <Panel setting="refunds">
          <Facts
            facts={[
              [
                "Deuxième approbation au-delà de",
                `${formatAmount("fr", refunds.limit_GNF, "GNF")} · ${formatAmount("fr", refunds.limit_XOF, "XOF")}`,
              ],
            ]}
          />
        </Panel>
        <Panel setting="paypal">
          <Facts facts={[["Proposé à partir de", formatAmount("fr", paypal.minimum, "EUR")]]} />
        </Panel>
      </Group>
      <Group title="Mineurs">
        <Panel setting="minors">
          <Facts facts={[["Responsable légal demandé avant", `${minors.age} ans`]]} />
        </Panel>
      </Group>
      <Group title="Clubs">
        <Panel setting="club_moves">
          <Facts
            facts={[
              [
                "Demandés",
                moves.from && moves.to
                  ? `du ${formatYearDay(moves.from)} au ${formatYearDay(moves.to)}`
                  : "toute l’année",
              ],
            ]}
          />
        </Panel>
      </Group>
      <Group title="Textes">
        <Panel setting="about">
          <Facts
            facts={[
              ["Textes de la fédération", String(countFrench(about.words))],
              ["Étapes de son histoire", String(about.history.length)],
            ]}
          />
        </Panel>
        <Panel setting="partner_texts">
          <Facts facts={[["Textes de la fédération", String(countFrench(partner_texts.words))]]} />
        </Panel>
        <Panel setting="mobile_data">
          <Facts
            facts={[["Prix d’un Mo pour un visiteur", formatAmount("fr", data.price, "GNF")]]}
          />
        </Panel>
      </Group>
      <Outlet />
    </>
  );
}

/** Of the texts of a page, those that are not the built-in ones. */
const countFrench = (words: Readonly<Record<string, string>>) =>
  Object.keys(words).filter((name) => !name.endsWith("_en")).length;

/** Settings that are about the same thing. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-7">
      <h2 className="mb-3 text-xl">{title}</h2>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">{children}</div>
    </div>
  );
}

function Panel({ setting, children }: { setting: keyof SiteSettings; children: ReactNode }) {
  const prefetch = usePrefetch();
  const title = SETTING_LABELS[setting];
  return (
    <section aria-label={title} className="panel min-w-0 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 className="text-lg">{title}</h3>
        <Link
          to={SETTING_ADDRESSES[setting]}
          preventScrollReset
          prefetch={prefetch}
          aria-label={`Modifier : ${title}`}
          className="button quiet small"
        >
          <Pencil aria-hidden="true" size={15} />
          Modifier
        </Link>
      </div>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly [label: string, value?: string][] }) {
  return (
    <dl className="grid gap-1.5 wrap-anywhere">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="inline text-muted">{label} : </dt>
          <dd className="inline font-semibold">{value || "À renseigner"}</dd>
        </div>
      ))}
    </dl>
  );
}

function MenuTree({ brand_text, items }: SiteSettings["main_navigation"]) {
  return (
    <>
      <Facts facts={[["Nom affiché", brand_text]]} />
      <ol className="mt-2 grid list-decimal gap-1 pl-6">
        {items
          .toSorted((a, b) => a.order - b.order)
          .map(({ order, label, path, submenu = [] }) => (
            <li key={order}>
              <span className="font-semibold">{label}</span>{" "}
              <span className="text-muted">{path}</span>
              {submenu.length > 0 && (
                <ul className="list-disc pl-5">
                  {submenu.map((entry) => (
                    <li key={entry.label + entry.path}>
                      {entry.label} <span className="text-muted">{entry.path}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ol>
    </>
  );
}
