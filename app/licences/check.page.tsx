import { data } from "react-router";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { networkOf } from "../core/http/network.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { currentTime } from "../core/process/clock.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/check.page.ts";
import { colourOf } from "./card-verdict.ts";
import { CheckAnswer } from "./check-answer.tsx";
import { CHECKS_OF_ONE_NETWORK, scannedCode, UNSEEN } from "./checks.ts";
import { checkCard } from "./licence-cards.system.server.ts";

export const handle = { segments: { code: scannedCode } };

/** What the code of a licence card says, and how the licence is now. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ip, sharedAddress } = context.get(requestInfoContext);
  const now = currentTime();
  if (!sharedAddress && !allow("licence-check", networkOf(ip), CHECKS_OF_ONE_NETWORK)) {
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

export default function CheckPage({ loaderData, params }: Route.ComponentProps) {
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
        photo={checked.hasPhoto ? `/V/${params.code}/photo.jpg` : undefined}
        club={card?.leftClub ? t("check.leftClub") : card?.club}
        source={t("check.at", { time: formatMoment(language, now) })}
      >
        <a className="button" href={pathIn(language, "/V/control")}>
          {t("check.next")}
        </a>
      </CheckAnswer>
    </>
  );
}
