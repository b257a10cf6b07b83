import { useState } from "react";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { listOffers } from "../../events/events.ts";
import { GuardianPanel } from "../../guardians/guardian-fields.admin.tsx";
import { GUARDIAN_LABELS } from "../../guardians/guardian-labels.ts";
import { formatDate, isoDay } from "../../i18n/format.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { saveForm } from "../../kit/form/save.server.ts";
import { OpeningFields } from "../../payments/offline/cash-form.admin.tsx";
import { MEANS_LABELS } from "../../payments/payment-labels.ts";
import { PAYMENT_METHODS } from "../../payments/providers/payment-methods.ts";
import { Checkbox, Select, TextField } from "../../ui/fields.tsx";
import { listRunningEvents } from "../registrations.staff.server.ts";
import type { Route } from "./+types/registration-form.admin.ts";
import { gamertagNeed, PERSON_LABELS, PersonFields } from "./person-fields.admin.tsx";
import { LIST } from "./registration-controls.admin.tsx";
import { formatCost } from "./registration-labels.ts";
import { createRegistration } from "./staff-registration.staff.server.ts";
import { packageValue, staffRegistrationSchema } from "./staff-registration-schema.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const events = await asStaff(context.get(staffContext), listRunningEvents);
  const requested = events.filter(({ id }) => id === url.searchParams.get("event"));
  const choices = requested.length > 0 ? requested : events;
  const packages = choices.flatMap((event) =>
    listOffers(event, currentTime())
      .filter(({ state }) => state !== "ended")
      .map(({ id, name, amount, state }) => ({
        value: packageValue(event.id, id, amount),
        isPriced: amount > 0,
        label: `${event.title}, ${formatDate("fr", event.date)} : ${name} (${formatCost(amount, event.currency)})${state === "soldOut" ? ", épuisée" : ""}`,
      })),
  );
  const [only, ...others] = packages;
  const value = others.length === 0 ? (only?.value ?? "") : "";
  const defaults = { means: "cash", language: "fr", platform: "", package: value, key: newId() };
  return {
    packages,
    defaults,
    gamertag: gamertagNeed(choices),
    licence: choices.some(({ asks_licence }) => asks_licence),
    today: isoDay(currentTime()),
  };
}

export function action({ request, context, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: staffRegistrationSchema,
    returnTo: LIST + url.search,
    async save(db, value) {
      const { reference, status } = await createRegistration(db, value);
      return status === "waiting"
        ? `Inscription ${reference} mise en liste d’attente`
        : `Inscription ${reference} créée avec succès`;
    },
  });
}

const LABELS = {
  package: "Événement et formule",
  ...PERSON_LABELS,
  ...GUARDIAN_LABELS,
  waiting: "Liste d’attente",
  means: "Moyen",
  receipt: "N° de reçu ou de transaction",
};

/** Registers somebody at the desk: the fields of the public form, and the receipt of the payment. */
export default function RegistrationFormAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { packages, defaults, gamertag, licence, today } = loaderData;
  const field = fieldsOf(defaults, actionData);
  const [choice, setChoice] = useState(field("package").defaultValue);
  const [means, setMeans] = useState(field("means").defaultValue);
  const isPaid = packages.some(({ value, isPriced }) => value === choice && isPriced);
  return (
    <FormDialog
      title="Nouvelle inscription"
      screen
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      submit="Inscrire"
    >
      <div
        onChange={({ target }) => target instanceof HTMLSelectElement && setChoice(target.value)}
      >
        <Select
          {...field("package")}
          label={LABELS.package}
          hint="Une formule payante est encaissée sur place : la place est confirmée aussitôt."
          options={packages}
          placeholder="Choisir…"
          required
        />
      </div>
      <Checkbox {...field("waiting")}>
        Si l’événement est complet, inscrire en liste d’attente. Rien n’est alors encaissé.
      </Checkbox>
      <div className="grid gap-4 md:grid-cols-2">
        <PersonFields field={field} today={today} gamertag={gamertag} licence={licence} />
        {isPaid && (
          <>
            <div
              onChange={({ target }) =>
                target instanceof HTMLSelectElement && setMeans(target.value)
              }
            >
              <Select
                {...field("means")}
                label={LABELS.means}
                options={PAYMENT_METHODS.map((value) => ({ value, label: MEANS_LABELS[value] }))}
              />
            </div>
            <TextField
              {...field("receipt")}
              label={LABELS.receipt}
              hint={
                means === "cash" ? "Facultatif." : "Celui que l’opérateur ou la banque a donné."
              }
              required={means !== "cash"}
            />
          </>
        )}
      </div>
      {isPaid && means === "cash" && <OpeningFields />}
      <GuardianPanel field={field} when="le jour de l’événement" />
      <input type="hidden" name="key" value={field("key").defaultValue} />
    </FormDialog>
  );
}
