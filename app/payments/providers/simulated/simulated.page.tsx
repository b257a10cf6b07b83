import { data, redirect } from "react-router";
import * as z from "zod";
import { secretToken } from "../../../core/http/address-checks.ts";
import { readOrUnavailable } from "../../../core/http/fallback.server.ts";
import { ownAddress } from "../../../core/http/own-address.server.ts";
import { PRIVATE } from "../../../core/http/security-headers.ts";
import { handleForm } from "../../../core/http/submission.server.ts";
import { currentTime } from "../../../core/process/clock.ts";
import { formatAmount } from "../../../i18n/format.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { Away, Missing } from "../../../site/frame/not-found.tsx";
import { PageBanner, PageHead } from "../../../site/frame/page-head.tsx";
import { PublicForm } from "../../../site/public-form.tsx";
import { providerById } from "../provider.ts";
import type { Route } from "./+types/simulated.page.ts";
import { findSimulated, play } from "./simulated.system.server.ts";
import { isPlayable, SIMULATED_ACTIONS } from "./simulated.ts";

const NOTICES = ["1", "3", "0"] as const;

const playSchema = z.object({
  action: z.enum(SIMULATED_ACTIONS, { error: "validation.invalid" }),
  notices: z.enum(NOTICES, { error: "validation.invalid" }).transform(Number),
});

/** Undefined unless the simulated provider is offered. */
const find = (token: string) =>
  providerById("simulated") ? findSimulated(token) : Promise.resolve(undefined);

const backTo = ({ return_url: url }: { return_url: string }) => ownAddress(url) ?? url;

export const handle = { segments: { token: secretToken } };

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    record: payment,
    unavailable,
    status,
  } = await readOrUnavailable(context, "simulated", () => find(params.token));
  const view = payment && {
    label: payment.label,
    amount: payment.amount,
    currency: payment.currency,
    returnUrl: backTo(payment),
    silent: payment.silent,
    playable: isPlayable(payment, currentTime()),
  };
  return data({ view, unavailable }, { status, headers: PRIVATE });
}

export const headers = () => PRIVATE;

/** Applies the chosen action, then redirects back to the site, as a provider does. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const backToPage = () => redirect(url.pathname, 303);
  return handleForm(request, context, {
    form: "simulated",
    schema: playSchema,
    target: () => params.token,
    respondToBot: backToPage,
    async accept({ action, notices }) {
      const payment = await find(params.token);
      if (!payment) return backToPage();
      await play(payment, action, notices);
      return redirect(backTo(payment), 303);
    },
  });
}

export default function SimulatedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { view, unavailable } = loaderData;
  if (!view) {
    if (unavailable) return <Away title={t("simulated.title")} />;
    return (
      <Missing
        title={t("simulated.notFoundTitle")}
        message={t("simulated.notFoundMessage")}
        back={{ path: "/", label: t("notFound.back") }}
      />
    );
  }
  return (
    <>
      <PageHead title={t("simulated.title")} description={t("simulated.lead")} noindex />
      <PageBanner title={t("simulated.title")} lead={t("simulated.lead")} />
      <div className="wrap section">
        <section className="card mx-auto max-w-[640px] p-6 shadow-card wrap-anywhere md:p-10">
          <p className="text-muted">{view.label}</p>
          <p className="text-2xl font-black tabular-nums">
            {formatAmount(language, view.amount, view.currency)}
          </p>
          {view.playable ? (
            <PublicForm
              state={actionData}
              submit={t("simulated.play")}
              className="relative mt-6 grid gap-6"
            >
              <Actions />
              <Notices />
            </PublicForm>
          ) : (
            <p className="mt-6 font-semibold">{t("simulated.over")}</p>
          )}
          <p className="mt-6 text-center">
            <a className="link inline-flex min-h-11 items-center" href={view.returnUrl}>
              {t("simulated.back")}
            </a>
          </p>
        </section>
      </div>
    </>
  );
}

function Actions() {
  const { t } = useI18n();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{t("simulated.choose")}</legend>
      {SIMULATED_ACTIONS.map((action, index) => (
        <label key={action} className="flex min-h-11 gap-3 rounded-control border border-line p-3">
          <input
            type="radio"
            name="action"
            value={action}
            defaultChecked={index === 0}
            className="mt-1 size-5 shrink-0"
          />
          <span>
            <span className="font-semibold">{t(`simulated.${action}`)}</span>
            <span className="block text-sm text-muted">{t(`simulated.${action}Text`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Notices() {
  const { t } = useI18n();
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-2 font-semibold">{t("simulated.notices")}</legend>
      {NOTICES.map((count, index) => (
        <label key={count} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="notices"
            value={count}
            defaultChecked={index === 0}
            className="size-5"
          />
          {t(`simulated.notices_${count}`)}
        </label>
      ))}
    </fieldset>
  );
}
