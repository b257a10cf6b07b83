import type { FormState } from "../../core/http/submission.server.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { TextField } from "../../ui/fields.tsx";
import { isLive } from "../registrations.ts";
import type { Ticket } from "../tickets/tickets.system.server.ts";

type Props = { ticket: Ticket; confirming: boolean; state?: FormState };

/** The way out, in two steps: a link, then a question that names what is lost. */
export function GiveUpForm({ ticket, confirming: asking, state }: Props) {
  const { t, language } = useI18n();
  const field = useFields(state);
  if (!isLive(ticket.status) || ticket.event.status === "cancelled") return null;
  const here = pathIn(language, `/tickets/${ticket.token}`);
  const waiting = ticket.status === "waiting";
  if (!asking) {
    return (
      <p className="mx-auto mt-6 max-w-[820px] print:hidden">
        <a className="link inline-flex min-h-11 items-center" href={`${here}?give-up=1#give-up`}>
          {t(waiting ? "ticket.giveUpWaiting" : "ticket.giveUp")}
        </a>
      </p>
    );
  }
  return (
    <section
      id="give-up"
      aria-labelledby="give-up-title"
      className="card mx-auto mt-8 max-w-[820px] border-2 p-6 md:p-10 print:hidden"
    >
      <h2 id="give-up-title" className="text-xl">
        {t(waiting ? "ticket.giveUpWaitingTitle" : "ticket.giveUpTitle")}
      </h2>
      <p className="mt-2">{t(waiting ? "ticket.giveUpWaitingText" : "ticket.giveUpText")}</p>
      {ticket.status === "confirmed" &&
        ticket.amount > 0 &&
        (ticket.moved ? <p className="mt-3">{t("ticket.giveUpMoved")}</p> : <RefundRule />)}
      <PublicForm
        state={state}
        action="?give-up=1"
        submit={t(waiting ? "ticket.giveUpWaitingYes" : "ticket.giveUpYes")}
        className="relative mt-6 grid gap-5"
      >
        <input type="hidden" name="intent" value="give-up" />
        <TextField
          {...field("email", "validation.registration.email")}
          label={t("ticket.giveUpEmail")}
          hint={t("ticket.giveUpEmailHint")}
          type="email"
          autoComplete="email"
          required
        />
      </PublicForm>
      <p className="mt-4">
        <a className="link inline-flex min-h-11 items-center" href={here}>
          {t(waiting ? "ticket.giveUpWaitingNo" : "ticket.giveUpNo")}
        </a>
      </p>
    </section>
  );
}

/** What becomes of the money, as the terms say it. */
function RefundRule() {
  const { t, language } = useI18n();
  return (
    <>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        <li>{t("refundRule.early")}</li>
        <li>{t("refundRule.late")}</li>
      </ul>
      <p className="mt-2">
        <a
          className="link inline-flex min-h-11 items-center"
          href={pathIn(language, "/terms#refunds")}
        >
          {t("ticket.terms")}
        </a>
      </p>
    </>
  );
}
