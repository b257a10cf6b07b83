import { data, redirect } from "react-router";
import * as z from "zod";
import { sealedToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { handleForm } from "../core/http/submission.server.ts";
import { formatDate } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm } from "../site/public-form.tsx";
import type { Route } from "./+types/own-data-read.page.ts";
import { ExpiredLink } from "./expired-link.tsx";
import { askErasure, readOwnData } from "./own-data.system.server.ts";

export const handle = { segments: { token: sealedToken } };

/** One's own data, for whoever came by the link and said who they are. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { record, unavailable, status } = await readOrUnavailable(context, "own data", () =>
    readOwnData(params.token, language),
  );
  return data({ own: record, token: params.token, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const done = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "own-data-erasure",
    schema: z.object({}),
    respondToBot: done,
    async accept() {
      await askErasure(params.token, languageOf(url.pathname));
      return done();
    },
  });
}

type Own = NonNullable<Route.ComponentProps["loaderData"]["own"]>;

export default function OwnDataReadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { own, token, unavailable } = loaderData;
  if (!own) return <ExpiredLink unavailable={unavailable} />;
  const { file } = own;
  const title = file.name ?? file.email;
  const born =
    file.birth_date && t("ownData.born", { date: formatDate(language, file.birth_date) });
  const lead = [file.email, born].filter(Boolean).join(", ");
  return (
    <>
      <PageHead title={t("ownData.title")} description={t("ownData.lead")} noindex />
      <PageBanner title={title} lead={lead} />
      <div className="wrap section grid max-w-[820px] gap-6 wrap-anywhere">
        {file.sections.length === 0 && <p>{t("ownData.nothing")}</p>}
        {file.sections.map(({ title, facts }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections are never moved about
          <section key={place} className="card break-inside-avoid p-5">
            <h2 className="mb-2 text-lg">{title}</h2>
            <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
              {facts.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="min-w-0 whitespace-pre-line">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="print:hidden">
          <a
            className="link"
            href={pathIn(language, `/privacy/data/read/${token}/file`)}
            download=""
          >
            {t("ownData.download")}
          </a>
        </p>
        <Erasure own={own} state={actionData} />
      </div>
    </>
  );
}

/** Asking to be erased, with what stays, and what became of it. */
function Erasure({ own, state }: { own: Own; state: Route.ComponentProps["actionData"] }) {
  const { t } = useI18n();
  const { keeps, endings, request, mayAsk } = own;
  return (
    <section className="card p-5 print:hidden" aria-labelledby="erasure">
      <h2 id="erasure" className="mb-2 text-lg">
        {t("ownData.eraseTitle")}
      </h2>
      {request?.status === "requested" && <p className="font-bold">{t("ownData.requested")}</p>}
      {request?.status === "refused" && (
        <p className="mb-3 font-bold">{t("ownData.refused", { reason: request.reason ?? "" })}</p>
      )}
      {mayAsk && (
        <>
          <p>{t("ownData.eraseText")}</p>
          {endings.length > 0 && <p className="mt-2">{t("ownData.ends")}</p>}
          {endings.map((one) => (
            <p key={one} className="mt-1 font-semibold">
              {one}
            </p>
          ))}
          {keeps.length > 0 && <p className="mt-2">{t("ownData.keeps")}</p>}
          {keeps.map((one) => (
            <p key={one} className="mt-1 text-muted">
              {one}
            </p>
          ))}
          <PublicForm state={state} submit={t("ownData.erase")} className="relative mt-4">
            {null}
          </PublicForm>
        </>
      )}
    </section>
  );
}
