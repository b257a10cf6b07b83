import type { FormState } from "../../core/http/submission.server.ts";
import { type FederationEvent, isChoosable, type Offer } from "../../events/events.ts";
import { PackageList } from "../../events/packages/package-list.tsx";
import { GuardianFields } from "../../guardians/guardian-fields.tsx";
import { formatAmount, type PriceCurrency } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { Steps } from "../../site/flag.tsx";
import { type FieldOf, PersonFields } from "../../site/person-fields.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { Checkbox, RadioCards, Select, TextField } from "../../ui/fields.tsx";
import { Local } from "../../ui/text.tsx";
import { limitsOf, PLATFORMS, rulesOf } from "../registrations.ts";
import { RuleList } from "./rule-list.tsx";

type Props = {
  /** Absent while it cannot be read: the package then stays the one that was chosen. */
  event?: FederationEvent;
  offers?: readonly Offer[];
  full?: boolean;
  state?: FormState;
};

/** The registration form, for a place or for the waiting list of a full event. */
export function RegistrationForm({ event, offers = [], full = false, state }: Props) {
  const { t, language } = useI18n();
  const words = event && {
    ...limitsOf(event),
    left: listAvailable(offers, event.currency, language),
  };
  const values = useFields(state, words);
  // While the event cannot be read, what was typed before is shown again.
  const asksGamertag = event?.asks_gamertag ?? state?.values.gamertag !== undefined;
  const asksLicence = event?.asks_licence ?? state?.values.licence !== undefined;
  const rules = event && rulesOf(event, language);
  const hasRules = rules ? rules.text !== "" : state?.values.acceptRules !== undefined;
  const field = (name: string) => values(name, `validation.registration.${name}`);
  return (
    <section id="form" aria-labelledby="registration">
      <div className="wrap section">
        <div className="mx-auto max-w-[820px]">
          {!full && offers.some(({ amount }) => amount > 0) && (
            <Steps labels={[t("steps.register"), t("steps.pay"), t("steps.ticket")]} at={0} />
          )}
          <h2 id="registration" className="text-2xl">
            {t(full ? "registration.joinWaiting" : "registration.title")}
          </h2>
          <p className="mb-6 mt-2 text-muted">
            {t(full ? "registration.leadFull" : "registration.lead")} {t("forms.required")}
          </p>
          <PublicForm
            state={state}
            words={words}
            action="?register=1"
            submit={t(full ? "registration.joinWaiting" : "registration.submit")}
            className="relative grid gap-5"
          >
            {event ? (
              <PackageChoice offers={offers} waits={full} currency={event.currency} field={field} />
            ) : (
              <input type="hidden" name="priceId" value={state?.values.priceId ?? ""} />
            )}
            <PlayerFields field={field} asksGamertag={asksGamertag} asksLicence={asksLicence} />
            {asksLicence && <LicenceHelp asksClub={event?.asks_club === true} />}
            {event && (
              <GuardianFields purpose="event" day={event.date} ages={event} state={state} />
            )}
            {rules?.text && (
              <details className="disclosure border-b">
                <summary>{t("events.rules")}</summary>
                <RuleList rules={rules} id="rules" />
              </details>
            )}
            {hasRules && (
              <Checkbox {...field("acceptRules")} required>
                {event ? (
                  <>
                    {t("registration.accept")}{" "}
                    <a className="link" href="#rules">
                      {t("registration.rules")}
                    </a>
                  </>
                ) : (
                  t("registration.acceptPlain")
                )}
              </Checkbox>
            )}
            <Checkbox {...field("acceptTerms")} required>
              <Terms />
            </Checkbox>
            {event && <Due offers={offers} waits={full} currency={event.currency} />}
          </PublicForm>
        </div>
      </div>
    </section>
  );
}

type DueProps = { offers: readonly Offer[]; waits: boolean; currency: PriceCurrency };

/** Beside the button, what is being asked for and what it costs: of the lines, the style shows that of the chosen package. */
function Due({ offers, waits, currency }: DueProps) {
  const { t, language } = useI18n();
  return (
    <p className="due border-t border-line pt-4 font-bold">
      {offers.map((offer) => {
        const price = formatAmount(language, offer.amount, currency);
        return (
          <span key={offer.id}>
            <Local value={localized(offer, "name", language)} />
            {" · "}
            {offer.amount === 0
              ? t("events.free")
              : waits
                ? price
                : t("registration.due", { price })}
          </span>
        );
      })}
    </p>
  );
}

/** The documents that are agreed to, each with a link. */
function Terms() {
  const { t, language } = useI18n();
  const link = (address: string, label: string) => (
    <a className="link" href={pathIn(language, address)}>
      {label}
    </a>
  );
  return (
    <>
      {t("registration.acceptTerms")} {link("/terms", t("registration.terms"))}{" "}
      {t("registration.withRefunds")} {link("/terms#refunds", t("registration.refunds"))}
      {t("registration.withPrivacy")} {link("/privacy", t("registration.privacy"))}.
    </>
  );
}

/** The packages that are still available, for the message that one is sold out. */
function listAvailable(
  offers: readonly Offer[],
  currency: PriceCurrency,
  language: Language,
): string {
  return offers
    .filter(({ state }) => state === "open")
    .map((offer) => {
      const price = formatAmount(language, offer.amount, currency);
      return `${localized(offer, "name", language).text} (${price})`;
    })
    .join(", ");
}

/** Where whoever lacks the licence gets it: one that is bought alone is of no club. */
function LicenceHelp({ asksClub }: { asksClub: boolean }) {
  const { t, language } = useI18n();
  return (
    <p>
      {t(asksClub ? "registration.noClub" : "registration.noLicence")}{" "}
      <a className="link" href={pathIn(language, asksClub ? "/licences" : "/membership")}>
        {t(asksClub ? "registration.findClub" : "registration.getLicence")}
      </a>
    </p>
  );
}

type PlayerProps = { field: FieldOf; asksGamertag: boolean; asksLicence: boolean };

function PlayerFields({ field, asksGamertag, asksLicence }: PlayerProps) {
  const { t } = useI18n();
  return (
    <div className="fields sm:grid-cols-2">
      <PersonFields field={field} />
      {asksLicence && (
        <TextField
          {...field("licence")}
          label={t("registration.licence")}
          hint={t("registration.licenceHint")}
          required
        />
      )}
      {asksGamertag && (
        <>
          <TextField
            {...field("gamertag")}
            label={t("registration.gamertag")}
            hint={t("registration.gamertagHint")}
            autoComplete="nickname"
            minLength={2}
            required
          />
          <Select
            {...field("platform")}
            label={t("registration.platform")}
            placeholder={t("forms.choose")}
            options={PLATFORMS.map((value) => ({
              value,
              label: t(`registration.platforms.${value}`),
            }))}
            required
          />
        </>
      )}
    </div>
  );
}

type ChoiceProps = {
  offers: readonly Offer[];
  /** For the waiting list: packages that are sold out can be chosen too. */
  waits?: boolean;
  currency: PriceCurrency;
  field: FieldOf;
};

/** The packages to choose from; one that is not available says why. */
export function PackageChoice({ offers, waits = false, currency, field }: ChoiceProps) {
  const { t } = useI18n();
  const selected = field("priceId");
  const first = offers.find((offer) => isChoosable(offer, waits));
  return (
    <RadioCards
      {...selected}
      label={t("registration.price")}
      defaultValue={selected.defaultValue ?? first?.id}
      options={offers.map((offer) => ({
        value: offer.id,
        card: <PackageList offer={offer} currency={currency} title="span" />,
        disabled: !isChoosable(offer, waits),
      }))}
      required
    />
  );
}
