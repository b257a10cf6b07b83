import { Fragment } from "react";
import type { FormState } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { GuardianFields } from "../../guardians/guardian-fields.tsx";
import { formatAmount, isoDay } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { Steps } from "../../site/flag.tsx";
import { ContactFields, type FieldOf, PersonFields } from "../../site/person-fields.tsx";
import { PublicForm, useFields } from "../../site/public-form.tsx";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.tsx";
import { isOrganisation } from "../members/members.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { EXPERIENCE_LEVELS } from "./application-schema.ts";

type Props = {
  types: MembershipType[];
  selected: MembershipType;
  state?: FormState;
  /** Set where the form is not a first application. */
  title?: string;
  /** The address it is posted to; null for its own page. */
  action?: null;
  /** Of an invitation: the address that accepts, and the words of the button. The club pays. */
  invited?: { email: string; submit: string };
};

/**
 * The form of an application, once the type is chosen: of a player, or of an organisation. Each choice says its price,
 * so that nothing above it can contradict it. Types of the other kind are links, since their form has other fields.
 */
export function ApplicationForm({ types, selected: chosen, state, title, action, invited }: Props) {
  const { t, language } = useI18n();
  const ofOrganisation = isOrganisation(chosen.member_type);
  const isAlike = ({ member_type }: MembershipType) =>
    isOrganisation(member_type) === ofOrganisation;
  const alike = types.filter(isAlike);
  const others = types.filter((type) => !isAlike(type));
  const priceOf = ({ price, currency }: MembershipType) =>
    price === 0 ? t("membership.partnerPrice") : formatAmount(language, price, currency);
  const values = useFields(state);
  const field = (name: string) => values(name, `validation.membership.${name}`);
  return (
    <section id="form" aria-labelledby="apply" className="wrap section">
      <div className="card mx-auto max-w-[820px] p-6 shadow-card md:p-10">
        {!invited && alike.every(({ price }) => price > 0) && (
          <Steps labels={[t("steps.apply"), t("steps.pay"), t("steps.member")]} at={0} />
        )}
        <h2 id="apply" className="text-2xl">
          {title ?? t("application.title")}
        </h2>
        <p className="mb-6 mt-2 text-sm text-muted">{t("forms.required")}</p>
        <PublicForm
          state={state}
          action={action === null ? undefined : `?type=${chosen.id}`}
          submit={invited?.submit ?? t("application.submit")}
          className="relative grid gap-5"
        >
          {invited ? (
            <input type="hidden" name="type" value={chosen.id} />
          ) : (
            <>
              <Select
                {...field("type")}
                label={t("application.type")}
                defaultValue={state?.values.type ?? chosen.id}
                placeholder={t("forms.choose")}
                options={alike.map((type) => ({
                  value: type.id,
                  // The only one has its price above the button, where a phone does not cut it.
                  label:
                    alike.length === 1
                      ? localized(type, "name", language).text
                      : `${localized(type, "name", language).text} · ${priceOf(type)}`,
                }))}
                required
              />
              <OtherTypes types={others} />
            </>
          )}
          {ofOrganisation ? (
            <OrganisationFields field={field} />
          ) : (
            <>
              <div className="fields sm:grid-cols-2">
                <PersonFields field={field} email={invited?.email} />
                <City field={field} />
              </div>
              <GuardianFields purpose="membership" day={isoDay(currentTime())} state={state} />
            </>
          )}
          <TextField
            {...field("address")}
            label={t(ofOrganisation ? "application.seat" : "application.address")}
            hint={t("application.addressHint")}
            autoComplete="address-line1"
            minLength={10}
            required
          />
          {!ofOrganisation && <PlayingFields field={field} />}
          <TextArea
            {...field("motivation")}
            label={t("application.motivation")}
            hint={t("application.motivationHint")}
            rows={4}
            minLength={50}
            required
          />
          {!ofOrganisation && <Checkbox {...field("listed")}>{t("register.agree")}</Checkbox>}
          <Checkbox {...field("acceptTerms")} required>
            {t("application.accept")}{" "}
            <a className="link" href={pathIn(language, "/terms")}>
              {t("application.terms")}
            </a>
          </Checkbox>
          {!invited && alike.length === 1 && chosen.price > 0 && (
            <p className="border-t border-line pt-4 font-bold">
              {t("registration.due", { price: priceOf(chosen) })}
            </p>
          )}
        </PublicForm>
      </div>
    </section>
  );
}

type FieldsProps = { field: FieldOf };

/** The links to the types whose form has other fields. */
function OtherTypes({ types }: { types: readonly MembershipType[] }) {
  const { t, language } = useI18n();
  if (types.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {t("application.otherType")}{" "}
      {types.map((type, index) => {
        const { text, lang } = localized(type, "name", language);
        return (
          <Fragment key={type.id}>
            {index > 0 && ", "}
            <a
              className="link"
              lang={lang}
              href={`${pathIn(language, "/membership")}?type=${type.id}#form`}
            >
              {text}
            </a>
          </Fragment>
        );
      })}
    </p>
  );
}

function City({ field }: FieldsProps) {
  const { t } = useI18n();
  return (
    <TextField
      {...field("city")}
      label={t("application.city")}
      autoComplete="address-level2"
      minLength={2}
      required
    />
  );
}

/** A club or partner, and who answers for it. */
function OrganisationFields({ field }: FieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <div className="fields sm:grid-cols-2">
        <TextField
          {...field("organisation")}
          label={t("application.organisation")}
          hint={t("application.organisationHint")}
          autoComplete="organization"
          minLength={2}
          required
        />
        <City field={field} />
      </div>
      <fieldset>
        <legend className="font-semibold">{t("application.contact")}</legend>
        <p className="mb-4 text-sm text-muted">{t("application.contactHint")}</p>
        <div className="fields sm:grid-cols-2">
          <ContactFields field={field} />
        </div>
      </fieldset>
    </>
  );
}

function PlayingFields({ field }: FieldsProps) {
  const { t } = useI18n();
  return (
    <div className="fields sm:grid-cols-2">
      <Select
        {...field("experience")}
        label={t("application.experience")}
        placeholder={t("forms.choose")}
        options={EXPERIENCE_LEVELS.map((value) => ({
          value,
          label: t(`application.level.${value}`),
        }))}
        required
      />
      <TextField
        {...field("games")}
        label={t("application.games")}
        hint={t("application.gamesHint")}
        required
      />
    </div>
  );
}
