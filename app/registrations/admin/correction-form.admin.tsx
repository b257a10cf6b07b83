import { data } from "react-router";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isChoosable, listOffers } from "../../events/events.ts";
import type { StoredGuardian } from "../../guardians/guardian.ts";
import { GuardianPanel } from "../../guardians/guardian-fields.admin.tsx";
import { consentOf, GUARDIAN_LABELS, guardianDefaults } from "../../guardians/guardian-labels.ts";
import { isoDay, several } from "../../i18n/format.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { recordAt, saveForm } from "../../kit/form/save.server.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { countAtSameAddress } from "../../records/list/counting.staff.server.ts";
import { versionOf } from "../../records/records.staff.server.ts";
import { Select } from "../../ui/fields.tsx";
import type { Registration } from "../places/places.system.server.ts";
import { findRegistrationFile } from "../registrations.staff.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { holdsPlace, isLive } from "../registrations.ts";
import type { Route } from "./+types/correction-form.admin.ts";
import { correctRegistration } from "./corrections.staff.server.ts";
import { gamertagNeed, PERSON_LABELS, PersonFields } from "./person-fields.admin.tsx";
import { LIST } from "./registration-controls.admin.tsx";
import { formatCost, isPriceAllowed, priceRestriction } from "./registration-labels.ts";
import { correctionSchema } from "./staff-registration-schema.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { registration, event, others } = await recordAt(context, params.id, findWithOthers);
  // A registration that has ended cannot be corrected.
  if (!isLive(registration.status)) throw data(null, 404);
  const { id, reference, price_id, price_name, amount, currency } = registration;
  const offered = listOffers(event, currentTime())
    .filter((offer) => isChoosable(offer, !holdsPlace(registration.status)))
    .map((price) => ({ ...price, currency: event.currency }))
    .filter((price) => price.id !== price_id && isPriceAllowed(registration, price));
  // The chosen package stays at its price, also when it is no longer offered.
  const current = { id: price_id, name: price_name, amount, currency };
  const packages = [current, ...offered].map((price) => ({
    value: price.id,
    label: `${price.name} (${formatCost(price.amount, price.currency)})`,
  }));
  const defaults = defaultsOf(registration);
  return {
    id,
    reference,
    packages,
    rule: priceRestriction(registration),
    defaults,
    gamertag: gamertagNeed([event]),
    licence: event.asks_licence,
    consent: consentOf(registration),
    today: isoDay(currentTime()),
    others,
  };
}

async function findWithOthers(db: StaffDb, id: string) {
  const file = await findRegistrationFile(db, id);
  if (!file) return undefined;
  const others = await countAtSameAddress(db, eventRegistrations, file.registration);
  return { ...file, others };
}

type Corrected = Pick<
  Registration,
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | "birth_date"
  | "gamertag"
  | "platform"
  | "licence_serial"
  | "language"
  | "price_id"
  | "updated_at"
> &
  StoredGuardian;

/** The values of the form, under the names of the public form. */
const defaultsOf = (row: Corrected) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  birthDate: row.birth_date,
  gamertag: row.gamertag ?? "",
  platform: row.platform ?? "",
  licence: row.licence_serial === null ? "" : formatLicence(row.licence_serial),
  ...guardianDefaults(row),
  language: row.language,
  price_id: row.price_id,
  version: versionOf(row),
});

export function action({ request, context, params: { id }, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: correctionSchema,
    returnTo: `${LIST}/${id}${url.search}`,
    fieldsOf: defaultsOf,
    async save(db, value, version) {
      await correctRegistration(db, id, value, version);
      return "Inscription corrigée avec succès";
    },
  });
}

const LABELS = { price_id: "Formule", ...PERSON_LABELS, ...GUARDIAN_LABELS };

/** Corrects the person, the contact details and the package of a registration. The person gets a mail. */
export default function CorrectionForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, reference, packages, rule, defaults, gamertag, licence, consent, today, others } =
    loaderData;
  const field = fieldsOf(defaults, actionData);
  const notice = useNotice();
  return (
    <FormDialog
      title={`Corriger l’inscription ${reference}`}
      list={`${LIST}/${id}`}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
    >
      <p className="text-muted">
        {notice("La personne reçoit par e-mail ce qui est enregistré.")} Une nouvelle adresse e-mail
        donne un nouveau billet : l’ancien lien ne l’ouvre plus.
        {others > 0 &&
          ` ${several(others, "autre inscription a", "autres inscriptions ont")} la même adresse : corrigez-les aussi.`}
      </p>
      <Select
        {...field("price_id")}
        label={LABELS.price_id}
        hint={rule}
        options={packages}
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PersonFields field={field} today={today} gamertag={gamertag} licence={licence} />
      </div>
      <GuardianPanel field={field} consent={consent} when="le jour de l’événement" />
    </FormDialog>
  );
}
