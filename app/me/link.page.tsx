import { data, redirect } from "react-router";
import { sealedToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { PRIVATE } from "../core/http/security-headers.ts";
import { handleForm } from "../core/http/submission.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { Away, Missing } from "../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { PublicForm } from "../site/public-form.tsx";
import type { Route } from "./+types/link.page.ts";
import { linkSchema } from "./me.ts";
import { clearedAskedCookie, readMe, readSignInLink, signIn } from "./sign-in.system.server.ts";

export const handle = { segments: { token: sealedToken } };

/**
 * The page of the mail's link. In the browser that asked for it a button signs in, because programs that read mail open
 * links too; any other browser shows the code to type there.
 */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const {
    record: link,
    unavailable,
    status,
  } = await readOrUnavailable(context, "sign-in link", () => readSignInLink(params.token, request));
  // Whoever opens it a second time is where it led.
  if (!link && !unavailable && (await readMe(request))) {
    throw redirect(pathIn(languageOf(url.pathname), "/me"));
  }
  return data({ link, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  return handleForm(request, context, {
    form: "me-link",
    schema: linkSchema,
    respondToBot: () => redirect(url.pathname, 303),
    async accept() {
      const result = await signIn(request, { link: params.token });
      if ("refused" in result) return redirect(url.pathname, 303);
      const headers = [result.cookie, clearedAskedCookie()].map((one): [string, string] => [
        "set-cookie",
        one,
      ]);
      const { invitation } = result;
      const path = invitation === undefined ? "/me" : `/join/${invitation}`;
      return redirect(pathIn(language, path), { status: 303, headers });
    },
  });
}

export default function LinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { link, unavailable } = loaderData;
  if (!link) {
    if (unavailable) return <Away title={t("me.linkTitle")} />;
    return (
      <Missing
        title={t("me.overTitle")}
        message={t("me.overMessage")}
        back={{ path: "/me", label: t("me.title") }}
      />
    );
  }
  const title = t(link.here ? "me.linkTitle" : "me.elsewhereTitle");
  return (
    <>
      <PageHead title={title} description={t("me.lead")} noindex />
      <PageBanner title={title} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          {link.here ? (
            <>
              <p className="mb-6">{t("me.linkText", { email: link.email })}</p>
              <PublicForm state={actionData} submit={t("me.enter")} className="relative">
                {null}
              </PublicForm>
            </>
          ) : (
            <>
              <p>{t("me.elsewhereText")}</p>
              <p className="my-6 text-center text-4xl font-black tabular-nums">{link.code}</p>
              <p className="mb-4 text-muted">{t("me.elsewhereNot")}</p>
              <a className="link inline-flex min-h-11 items-center" href={pathIn(language, "/me")}>
                {t("me.elsewhereHere")}
              </a>
            </>
          )}
        </section>
      </div>
    </>
  );
}
