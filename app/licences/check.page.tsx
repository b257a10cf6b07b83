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
import { pathIn } from "../i18n/languages.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/check.page.ts";
import { colourOf } from "./card-verdict.ts";
import { CheckAnswer } from "./check-answer.tsx";
import { checkCard } from "./licence-cards.system.server.ts";

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
  const { verdict, card, until } = checked;
  const date = until ? formatDate(language, until) : undefined;
  return (
    <>
      <PageHead title={t("check.title")} description={t("check.description")} noindex />
      <CheckAnswer
        colour={colourOf(verdict)}
        title={t(`check.verdict.${verdict}`)}
        lead={t(`check.text.${verdict}`)}
        until={
          date && t(verdict === "suspended" ? "check.suspendedUntil" : "check.validUntil", { date })
        }
        facts={
          card && {
            name: card.name,
            number: card.number,
            born: card.birthYear === null ? undefined : String(card.birthYear),
            kind: t("licence.player"),
            from: formatDate(language, card.from),
            until: card.until ? formatDate(language, card.until) : t("licence.always"),
          }
        }
        club={card?.leftClub ? t("check.leftClub") : card?.club}
        source={t("check.at", { time: formatMoment(language, now) })}
      />
      <p className="wrap pt-4 pb-16 text-center">
        <a className="link" href={pathIn(language, "/V/control")}>
          {t("check.next")}
        </a>
      </p>
    </>
  );
}
