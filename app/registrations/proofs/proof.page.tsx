import { data, redirect } from "react-router";
import { sealedToken, secretToken } from "../../core/http/address-checks.ts";
import { type Flash, setFlash } from "../../core/http/cookies.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { PRIVATE } from "../../core/http/security-headers.ts";
import { type FormState, formResponse, handleForm } from "../../core/http/submission.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { OfflinePaymentFacts } from "../../payments/offline/offline-payment-section.tsx";
import { Away, Missing } from "../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../site/frame/page-head.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import { proofSchema } from "../register/registration-schema.ts";
import { MAIL_AGAIN_MS, MAILS_A_DAY } from "../registrations.ts";
import type { Route } from "./+types/proof.page.ts";
import { type ProofPage, prove, readProofPage } from "./prove.system.server.ts";

export const handle = {
  segments: { token: sealedToken },
  parameters: { key: { check: secretToken, refused: "ignored" } },
} satisfies RouteHandle;

/**
 * The answer to a registration form where the site sends mail: the same text for everybody, and a field for the code of
 * the mail. With `?key=` it is the page of the mail's link; its button confirms, because programs open links too.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const {
    record: page,
    unavailable,
    status,
  } = await readOrUnavailable(context, "receipt", () =>
    readProofPage(params.token, url.searchParams.get("key") ?? undefined),
  );
  return data({ page, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

export function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const to = (path: string, flash?: Flash) =>
    redirect(pathIn(language, path), {
      headers: flash ? { "set-cookie": setFlash(flash) } : undefined,
    });
  return handleForm(request, context, {
    form: "proof",
    schema: proofSchema,
    respondToBot: () => redirect(url.pathname),
    async accept(proof, values) {
      const result = await prove(params.token, proof);
      switch (result.outcome) {
        case "confirmed":
          return to(`/tickets/${result.ticketToken}`, "registered");
        case "waiting":
          return to(`/tickets/${result.ticketToken}`, "waiting");
        case "known":
          return to(`/tickets/${result.ticketToken}`);
        case "payment":
          return to(`/payments/${result.orderToken}`, "placeHeld");
        case "closed":
          return formResponse({ values, problem: "forms.registrationClosed" });
        case "wrong":
          // The page of a link says itself that it is no longer valid.
          return formResponse({
            values,
            errors: proof.intent === "code" ? { code: "validation.registration.code" } : {},
          });
      }
    },
  });
}

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { page, unavailable } = loaderData;
  if (!page) {
    if (unavailable) return <Away title={t("proof.title")} />;
    return (
      <Missing
        title={t("proof.notFoundTitle")}
        message={t("proof.notFoundMessage")}
        back={{ path: "/events", label: t("events.title") }}
      />
    );
  }
  const event = localized(page.event, "title", language);
  const title = t(TITLES[page.state]);
  return (
    <>
      <PageHead title={title} description={event.text} noindex />
      <PageBanner title={title} lead={<span lang={event.lang}>{event.text}</span>} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <ProofCard page={page} state={actionData} />
        </section>
      </div>
    </>
  );
}

const TITLES = {
  sent: "proof.title",
  open: "proof.confirmTitle",
  over: "proof.overTitle",
} as const;

type Props = { page: ProofPage; state?: FormState };

function ProofCard({ page, state }: Props) {
  if (page.state === "sent") return <Sent page={page} state={state} />;
  if (page.state === "open") return <Confirm page={page} state={state} />;
  return <Over page={page} />;
}

/** The same text whether or not the person was registered already: only the mail tells. */
function Sent({ page, state }: Props) {
  const { t } = useI18n();
  const field = useFields(state);
  return (
    <>
      <p>
        {t("proof.lead")} {t("proof.sent", { email: page.email })}
      </p>
      <p className="mt-4 mb-8">{t("proof.soon")}</p>
      <PublicForm state={state} submit={t("proof.open")} className="relative grid gap-5">
        <input type="hidden" name="intent" value="code" />
        <TextField
          {...field("code", "validation.registration.code")}
          label={t("proof.code")}
          hint={t("proof.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </PublicForm>
      {page.byHandAt && (
        <section className="mt-8">
          <h2 className="text-xl">{t("byHand.title")}</h2>
          <p className="mb-2 mt-2 text-muted">{t("byHand.inMail")}</p>
          <OfflinePaymentFacts at={page.byHandAt} />
        </section>
      )}
      <p className="mt-8 text-muted">{t("proof.nothing")}</p>
      <p className="mt-4 text-muted">
        {t("proof.again", { minutes: MAIL_AGAIN_MS / MINUTE, count: MAILS_A_DAY })}
      </p>
      <BackToEvent page={page} />
    </>
  );
}

function Confirm({ page, state }: Props) {
  const { t } = useI18n();
  const { holder, email, proofKey } = page;
  return (
    <>
      <p className="mb-8">{t("proof.confirmText", { holder, email })}</p>
      <PublicForm state={state} submit={t("proof.confirm")} className="relative grid gap-5">
        <input type="hidden" name="intent" value="key" />
        <input type="hidden" name="key" value={proofKey} />
      </PublicForm>
    </>
  );
}

function Over({ page }: Props) {
  const { t } = useI18n();
  return (
    <>
      <p>{t("proof.overText")}</p>
      <BackToEvent page={page} />
    </>
  );
}

function BackToEvent({ page }: Pick<Props, "page">) {
  const { t, language } = useI18n();
  return (
    <p className="mt-4">
      <a
        className="link inline-flex min-h-11 items-center"
        href={pathIn(language, `/events/${page.event.id}`)}
      >
        {t("ticket.backToEvent")}
      </a>
    </p>
  );
}
