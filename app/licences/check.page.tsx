import { data } from "react-router";
import type { AddressCheck } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { networkOf } from "../core/http/network.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { currentTime } from "../core/process/clock.ts";
import { MINUTE } from "../core/values/durations.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/check.page.ts";
import { type CheckedCard, checkCard } from "./licence-cards.system.server.ts";

const CODE = /^[A-Za-z0-9]{1,400}$/;
const scannedCode: AddressCheck = (value) => (CODE.test(value) ? value.toUpperCase() : undefined);

export const handle = { segments: { code: scannedCode } };

/** Several people at one door check through one network: far more than they can scan. */
const OF_ONE_NETWORK = { count: 240, perMs: MINUTE };

/** Neither stored nor told to other sites: the address holds somebody's name. */
const UNSEEN = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

/** What the code of a licence card says, and how the licence is now. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ip, sharedAddress } = context.get(requestInfoContext);
  const now = currentTime();
  if (!sharedAddress && !allow("licence-check", networkOf(ip), OF_ONE_NETWORK)) {
    return data({ checked: undefined, busy: true, now }, { status: 429, headers: UNSEEN });
  }
  const { record: checked, status } = await readOrUnavailable(context, "licence check", () =>
    checkCard(params.code),
  );
  // What is no code at all is an address without a page.
  const answered = checked?.verdict === "unreadable" ? 404 : status;
  return data({ checked, busy: false, now }, { status: answered, headers: UNSEEN });
}

export const headers = () => UNSEEN;

export default function CheckPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { checked, busy, now } = loaderData;
  if (busy) {
    return (
      <Missing
        title={t("check.busyTitle")}
        message={t("check.busyText")}
        back={{ path: "/", label: t("notFound.back") }}
      />
    );
  }
  if (!checked) return <Away title={t("check.title")} />;
  const { verdict, card } = checked;
  return (
    <>
      <PageHead title={t("check.title")} description={t("check.description")} noindex />
      <PageBanner title={t(`check.verdict.${verdict}`)} lead={t(`check.text.${verdict}`)} />
      {card && (
        <div className="wrap section">
          <article className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
            <Until checked={checked} />
            <Said card={card} />
            <p className="mt-6 text-sm text-muted">
              {t("check.at", { time: formatMoment(language, now) })}
            </p>
          </article>
        </div>
      )}
    </>
  );
}

/** Until when somebody is suspended, or how long the licence lasts of which the card is an earlier one. */
function Until({ checked: { verdict, until } }: { checked: CheckedCard }) {
  const { t, language } = useI18n();
  if (!until) return null;
  const date = formatDate(language, until);
  return (
    <p className="mb-6 font-semibold">
      {t(verdict === "suspended" ? "check.suspendedUntil" : "check.validUntil", { date })}
    </p>
  );
}

/** What the card says, for whoever compares it with the person. */
function Said({ card }: { card: NonNullable<CheckedCard["card"]> }) {
  const { t, language } = useI18n();
  const facts = [
    [t("check.name"), card.name],
    [t("check.number"), card.number],
    [t("check.born"), card.birthYear],
    [t("check.kind"), t("licence.player")],
    [t("check.from"), formatDate(language, card.from)],
    [t("check.until"), card.until ? formatDate(language, card.until) : t("licence.always")],
  ] as const;
  return (
    <>
      <dl className="divide-y divide-line">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
                <dt className="text-muted">{label}</dt>
                <dd className="text-lg font-bold">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-4">{t("check.compare")}</p>
    </>
  );
}
