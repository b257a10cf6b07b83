import { Pencil } from "lucide-react";
import { Link, Outlet } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount, formatDate, formatDays } from "../../i18n/format.ts";
import { Facts } from "../../kit/form/view-dialog.tsx";
import { listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { formatHours } from "../../settings/opening-hours.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import {
  SETTING_ADDRESSES,
  SETTING_LABELS,
  type SiteSettings,
  TREASURY_SETTINGS,
} from "../../settings/settings.ts";
import { BackToPayments } from "../payment-badges.admin.tsx";
import type { Route } from "./+types/treasury-settings.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des réglages" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context }: Route.LoaderArgs) {
  const { desk, exchange_rate, paypal } = await asStaff(context.get(staffContext), listSettings);
  return { desk, exchange_rate, paypal };
}

type Shown = Pick<SiteSettings, (typeof TREASURY_SETTINGS)[number]>;

function factsOf(key: keyof Shown, { desk, exchange_rate: rate, paypal }: Shown) {
  const facts: Record<keyof Shown, [string, string | undefined][]> = {
    desk: [
      ["Ouvert", formatHours("fr", desk).join("\u202f; ")],
      [
        "Fermetures",
        desk.closures.map(({ from, to }) => formatDays("fr", from, to)).join(", ") || "Aucune",
      ],
      ["Orange Money", desk.orange_money],
      ["MTN MoMo", desk.mtn_momo],
      ["Nom du compte", desk.account_name],
    ],
    exchange_rate: [
      ["1 euro", rate.gnf && `${rate.gnf.replace(".", ",")} GNF`],
      ["Source", rate.source],
      ["Date du taux", rate.date && formatDate("fr", rate.date)],
    ],
    paypal: [["Proposé à partir de", formatAmount("fr", paypal.minimum, "EUR")]],
  };
  return facts[key].map(([label, value]): [string, string] => [label, value || "À renseigner"]);
}

/** Rate, receiving numbers and hours, which the treasury keeps up to date by itself. */
export default function TreasurySettings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Taux, numéros et horaires"
        lead="Chaque changement demande une confirmation. Celui d’un taux ou d’un numéro est annoncé à tous les administrateurs."
      >
        <BackToPayments />
      </OfficeHead>
      <div className="grid gap-5 lg:grid-cols-2">
        {TREASURY_SETTINGS.map((key) => (
          <section key={key} aria-label={SETTING_LABELS[key]} className="panel min-w-0 p-5">
            <div className="mb-3 flex items-center justify-between gap-3">
              <h2 className="text-lg">{SETTING_LABELS[key]}</h2>
              <Link
                to={SETTING_ADDRESSES[key]}
                preventScrollReset
                aria-label={`Modifier : ${SETTING_LABELS[key]}`}
                className="button quiet small"
              >
                <Pencil aria-hidden="true" size={15} />
                Modifier
              </Link>
            </div>
            <Facts facts={factsOf(key, loaderData)} />
          </section>
        ))}
      </div>
      <Outlet />
    </>
  );
}
