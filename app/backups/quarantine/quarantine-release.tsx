import { Form } from "react-router";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import { type Leaving, MAIL_CHOICES, mailField, type WaitingMails } from "./quarantine.ts";
import type { RestAnswer } from "./quarantine-screen.server.ts";

type ReleaseProps = {
  leaving: Leaving;
  isPrepared: boolean;
  answer: RestAnswer | undefined;
  /** Why a kind of mail is written, in words. */
  reasonOf: (template: string) => string;
};

/** What would leave the site, what of it is held back, and the button that lets the rest go. */
export function ReleaseSection({ leaving, isPrepared, answer, reasonOf }: ReleaseProps) {
  const before = leaving.mails.filter(({ age }) => age === "before");
  const since = leaving.mails.filter(({ age }) => age === "since");
  return (
    <section aria-labelledby="release" className="panel grid gap-4 p-5">
      <h2 id="release" className="text-lg">
        4. Ce qui partirait, et la reprise
      </h2>
      {answer?.problem && <Panel tone="red" title={answer.problem} />}
      <Facts leaving={leaving} />
      <Form method="post" preventScrollReset className="grid gap-4">
        {leaving.mails.length === 0 && <p>Aucun message n’attend.</p>}
        <Kinds
          title="Messages d’avant la sauvegarde, peut-être déjà partis"
          mails={before}
          answer={answer}
          reasonOf={reasonOf}
        />
        <Kinds
          title="Messages écrits depuis la remise en place"
          mails={since}
          answer={answer}
          reasonOf={reasonOf}
        />
        {!isPrepared && <p className="text-muted">Faites d’abord les étapes 1, 2 et 3.</p>}
        <button
          type="submit"
          name="intent"
          value="release"
          disabled={!isPrepared}
          className="button justify-self-start"
        >
          Remettre le site au travail
        </button>
      </Form>
    </section>
  );
}

function Facts({ leaving: { refunds, refundsByHand, reminders, places } }: Pick<ReleaseProps, "leaving">) {
  const sums = refunds.map(
    ({ amount, currency, count }) =>
      `${several(count, "remboursement", "remboursements")} (${formatAmount("fr", amount, currency)})`,
  );
  const owed = reminders.events + reminders.payments + reminders.memberships;
  const freed = places.holds + places.offers;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      <li>
        {sums.length === 0
          ? "Aucun remboursement à envoyer."
          : `${sums.join(", ")} à envoyer : le prestataire reconnaît ceux qu’il a déjà faits.`}
      </li>
      {refundsByHand > 0 && (
        <li>
          {several(refundsByHand, "remboursement à la main", "remboursements à la main")} : vérifiez
          s’ils ont été faits depuis.
        </li>
      )}
      <li>{owed === 0 ? "Aucun rappel dû." : `${several(owed, "rappel dû", "rappels dus")}.`}</li>
      <li>
        {freed === 0
          ? "Aucune place à libérer."
          : `${several(freed, "place dont le délai est passé sera libérée", "places dont le délai est passé seront libérées")}.`}
      </li>
    </ul>
  );
}

type KindsProps = Pick<ReleaseProps, "answer" | "reasonOf"> & {
  title: string;
  mails: readonly WaitingMails[];
};

function Kinds({ title, mails, answer, reasonOf }: KindsProps) {
  if (mails.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      {mails.map((kind) => (
        <Kind key={mailField(kind)} kind={kind} answer={answer} reasonOf={reasonOf} />
      ))}
    </div>
  );
}

const CHOICE_LABELS = { hold: "Retenir", send: "Envoyer" } as const;

function Kind({
  kind,
  answer,
  reasonOf,
}: Omit<KindsProps, "title" | "mails"> & { kind: WaitingMails }) {
  const { template, age, count, oldest, newest } = kind;
  const field = mailField(kind);
  const error = answer?.errors[field];
  const chosen = answer?.values[field] ?? (age === "since" ? "send" : undefined);
  return (
    <fieldset
      aria-describedby={error ? `${field}-error` : undefined}
      className="rounded-card border border-line p-3"
    >
      <legend className="px-1 font-semibold">
        {reasonOf(template)} : {several(count, "message", "messages")}
      </legend>
      <p className="text-sm text-muted">{periodWords(oldest, newest)}</p>
      <div className="mt-1 flex flex-wrap gap-x-5">
        {MAIL_CHOICES.map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={field}
              value={choice}
              defaultChecked={chosen === choice}
              className="size-5 accent-leaf"
            />
            {CHOICE_LABELS[choice]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${field}-error`} className="text-sm font-semibold text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function periodWords(oldest: Date, newest: Date): string {
  const [from, to] = [formatMoment("fr", oldest), formatMoment("fr", newest)];
  return from === to ? `Écrit le ${from}` : `Écrits du ${from} au ${to}`;
}
