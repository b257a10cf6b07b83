import { Download } from "lucide-react";
import { data, redirect } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { type QrCode, qrCode } from "../files/qr-code.server.ts";
import { formatDate } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { FlagEdge, LEAF, Verdict } from "../site/flag.tsx";
import { Away, Missing, Moved } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { readAtLink } from "../site/moved/moved-links.system.server.ts";
import { QrPicture } from "../site/qr-picture.tsx";
import type { Route } from "./+types/card.page.ts";
import { readOwnLicence, type ShownLicence } from "./licence-cards.system.server.ts";
import { PHOTO_SIZE } from "./photos/photos.ts";
import { seasonWords } from "./season.ts";

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
      <div className="wrap section max-w-[560px]">
        <Card licence={licence} code={code} />
      </div>
    </>
  );
}

type Props = { licence: Omit<ShownLicence, "address">; code: QrCode | undefined };

/** A sister of the ticket: its code first, then whose it is, below the three bands of the flag. */
function Card({ licence, code }: Props) {
  const { t, language } = useI18n();
  const { number, name, birthYear, state, club } = licence;
  const bad = state === "suspended" || state === "ended" || state === "gone";
  const badge = (
    <p>
      <span className={`badge ${bad ? "badge-red" : ""}`}>{t(`licence.state.${state}`)}</span>
    </p>
  );
  return (
    <>
      <article className="card shadow-card wrap-anywhere">
        {code ? (
          <QrPicture code={code} label={t("licence.qr", { number })} />
        ) : (
          <div className="stack-4 p-6">
            {badge}
            <WhyNot licence={licence} />
          </div>
        )}
        <p
          className={`px-6 text-3xl font-black whitespace-nowrap tabular-nums ${code ? "text-center" : ""}`}
        >
          {number}
        </p>
        <FlagEdge below={code ? LEAF : "#fff"} className="mt-5" />
        {code && <Verdict>{t(`licence.state.${state}`)}</Verdict>}
        <div className="p-6">
          <p className="text-sm text-muted">{t("licence.official")}</p>
          <div className="mt-1 flex flex-wrap gap-x-6 gap-y-4">
            {licence.hasPhoto && (
              <img
                src={`/licences/${licence.token}/photo.jpg`}
                {...PHOTO_SIZE}
                alt={t("photo.alt")}
                className="mt-2 rounded-control"
              />
            )}
            <div className="flex-1 basis-60">
              <h2 className="text-2xl font-black">{name}</h2>
              <p className="mt-1">
                {t("licence.player")}
                {birthYear !== null && `, ${t("licence.born", { year: birthYear })}`}
              </p>
              {club && (
                <p className="mt-1 font-semibold">
                  {t("club.label")} {club}
                </p>
              )}
              <p className="mt-3 font-semibold">{seasonWords(language, licence)}</p>
            </div>
          </div>
        </div>
      </article>
      {code && <OnPaper licence={licence} />}
    </>
  );
}

type Licensed = Pick<Props, "licence">;

/** Why there is no code, and what the holder can do. */
function WhyNot({ licence: { state, suspension } }: Licensed) {
  const { t, language } = useI18n();
  if (state === "suspended") {
    return (
      <p>
        {suspension?.until
          ? t("licence.suspendedUntil", { date: formatDate(language, suspension.until) })
          : t(suspension ? "licence.suspendedText" : "licence.membershipSuspended")}
      </p>
    );
  }
  return state === "ended" ? (
    <a className="button" href={pathIn(language, "/membership")}>
      {t("application.renew")}
    </a>
  ) : null;
}

/** How the card is kept, on the phone and on paper. */
function OnPaper({ licence: { token } }: Licensed) {
  const { t, language } = useI18n();
  return (
    <div className="mt-6 stack-4 print:hidden">
      <p>{t("licence.keep")}</p>
      <p className="flex flex-wrap gap-x-6">
        {(["card", "a6"] as const).map((format) => (
          <a
            key={format}
            className="link inline-flex min-h-11 items-center gap-2"
            href={pathIn(language, `/licences/${token}/${format}.pdf`)}
          >
            <Download aria-hidden="true" size={20} className="shrink-0" />
            {t(`licence.file.${format}`)}
          </a>
        ))}
      </p>
    </div>
  );
}
