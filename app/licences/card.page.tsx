import { Download } from "lucide-react";
import { data, redirect } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { type QrCode, qrCode } from "../files/qr-code.server.ts";
import { formatDate } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { Away, Missing, Moved } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { readAtLink } from "../site/moved/moved-links.system.server.ts";
import type { Route } from "./+types/card.page.ts";
import { readOwnLicence, type ShownLicence } from "./licence-cards.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** The card of a licence, at the personal address of its membership. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { record, unavailable, moved, status } = await readAtLink(
    context,
    "licence",
    params.token,
    () => readOwnLicence(params.token),
  );
  if (record && record.token !== params.token) {
    throw redirect(pathIn(languageOf(url.pathname), `/licences/${record.token}`));
  }
  const { address, ...licence } = record ?? {};
  return data(
    {
      licence: record && (licence as Omit<ShownLicence, "address">),
      code: address === undefined ? undefined : qrCode(address),
      unavailable,
      moved,
    },
    { status, headers: PRIVATE },
  );
}

export const headers = () => PRIVATE;

export default function CardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { licence, code, unavailable, moved } = loaderData;
  if (moved) return <Moved />;
  if (!licence) {
    if (unavailable) return <Away title={t("licence.title")} />;
    return (
      <Missing
        title={t("licence.notFoundTitle")}
        message={t("licence.notFoundMessage")}
        back={{ path: "/me", label: t("me.title") }}
      />
    );
  }
  return (
    <>
      <PageHead title={t("licence.title")} description={licence.number} noindex />
      <PageBanner title={t("licence.title")} />
      <div className="wrap section">
        <Card licence={licence} code={code} />
      </div>
    </>
  );
}

type Props = { licence: Omit<ShownLicence, "address">; code: QrCode | undefined };

/** As large as the phone allows, black on white, so that it reads in sunlight and scans from an arm’s length. */
function Card({ licence, code }: Props) {
  const { t, language } = useI18n();
  const { token, number, name, birthYear, from, until, state, suspension, club } = licence;
  const season = [
    from && t("licence.from", { date: formatDate(language, from) }),
    until ? t("licence.until", { date: formatDate(language, until) }) : t("licence.always"),
  ];
  const path = pathIn(language, `/licences/${token}`);
  const bad = state === "suspended" || state === "ended" || state === "gone";
  return (
    <article className="card mx-auto max-w-[640px] p-6 text-center shadow-card wrap-anywhere md:p-10">
      <p className="text-sm">{t("licence.official")}</p>
      <h2 className="mt-2 text-3xl">{name}</h2>
      <p className="mt-1">
        {t("licence.player")}
        {birthYear !== null && `, ${t("licence.born", { year: birthYear })}`}
      </p>
      {club && (
        <p className="mt-1 font-semibold">
          {t("club.label")} {club}
        </p>
      )}
      <p className="mt-4">
        <span className={`badge ${bad ? "badge-red" : ""}`}>{t(`licence.state.${state}`)}</span>
      </p>
      {state === "suspended" && (
        <p className="mt-4 text-left">
          {suspension?.until
            ? t("licence.suspendedUntil", { date: formatDate(language, suspension.until) })
            : t(suspension ? "licence.suspendedText" : "licence.membershipSuspended")}
        </p>
      )}
      {state === "ended" && (
        <p className="mt-4">
          <a className="button" href={pathIn(language, "/membership")}>
            {t("application.renew")}
          </a>
        </p>
      )}
      {code && <Code code={code} number={number} />}
      <p className="mt-2 text-3xl font-black whitespace-nowrap tabular-nums">{number}</p>
      <p className="mt-3">{season.filter(Boolean).join(" ")}</p>
      {code && (
        <div className="print:hidden">
          <p className="mt-4 text-left text-muted">{t("licence.keep")}</p>
          <p className="mt-2 flex flex-wrap justify-center gap-x-6">
            {(["card", "a6"] as const).map((format) => (
              <a
                key={format}
                className="link inline-flex min-h-11 items-center gap-2"
                href={`${path}/${format}.pdf`}
              >
                <Download aria-hidden="true" size={20} />
                {t(`licence.file.${format}`)}
              </a>
            ))}
          </p>
        </div>
      )}
    </article>
  );
}

function Code({ code: { size, path }, number }: { code: QrCode; number: string }) {
  const { t } = useI18n();
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t("licence.qr", { number })}
      shapeRendering="crispEdges"
      className="mt-4 w-full bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
