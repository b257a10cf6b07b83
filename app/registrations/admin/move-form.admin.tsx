import { data } from "react-router";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { type FederationEvent, listOffers } from "../../events/events.ts";
import { findMinorAge } from "../../guardians/guardian.staff.server.ts";
import { GuardianPanel } from "../../guardians/guardian-fields.admin.tsx";
import { GUARDIAN_LABELS } from "../../guardians/guardian-labels.ts";
import { formatDate } from "../../i18n/format.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { recordAt, saveForm } from "../../kit/form/save.server.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { Select } from "../../ui/fields.tsx";
import { findRegistrationFile, listRunningEvents } from "../registrations.staff.server.ts";
import { isLive } from "../registrations.ts";
import type { Route } from "./+types/move-form.admin.ts";
import { moveRegistration } from "./corrections.staff.server.ts";
import { GamertagFields, PERSON_LABELS } from "./person-fields.admin.tsx";
import { LIST } from "./registration-controls.admin.tsx";
import { formatCost, isPriceAllowed, priceRestriction } from "./registration-labels.ts";
import { moveSchema, packageValue } from "./staff-registration-schema.ts";

async function read(db: StaffDb, id: string) {
  const file = await findRegistrationFile(db, id);
  if (!file) return undefined;
  return { ...file, events: await listRunningEvents(db), minorAge: await findMinorAge(db) };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { registration, event, events, minorAge } = await recordAt(context, params.id, read);
  if (!isLive(registration.status)) throw data(null, 404);
  const others = events.filter(({ id }) => id !== event.id);
  const packages = others.flatMap((other) =>
    listOffers(other, currentTime())
      .filter(({ state }) => state === "open")
      .filter((price) => isPriceAllowed(registration, { ...price, currency: other.currency }))
      .map(({ id, name, amount }) => {
        const price = formatCost(amount, other.currency);
        const where = `${other.title}, ${formatDate("fr", other.date)}`;
        return {
          value: packageValue(other.id, id),
          label: `${where} : ${name} (${price}), ${freeWords(other)}`,
        };
      }),
  );
  const { id, reference, first_name, last_name, birth_date, guardian_name } = registration;
  return {
    id,
    reference,
    packages,
    // Asked only if some other event needs it and the registration lacks it.
    gamertag: registration.gamertag === null && others.some(({ asks_gamertag }) => asks_gamertag),
    guardian:
      guardian_name === null &&
      others.some(({ date }) => isYoungerThan(minorAge, birth_date, date)),
    name: `${first_name} ${last_name}`,
    from: `${event.title}, ${formatDate("fr", event.date)}`,
    rule: priceRestriction(registration),
  };
}

function freeWords({ max_participants: max, current_participants }: FederationEvent): string {
  if (max === null) return "places illimitées";
  const free = max - current_participants;
  if (free <= 0) return "complet";
  return free > 1 ? `${free} places disponibles` : "1 place disponible";
}

export function action({ request, context, params: { id }, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: moveSchema,
    returnTo: `${LIST}/${id}${url.search}`,
    async save(db, value) {
      const { reference } = await moveRegistration(db, id, value);
      return `Inscription ${reference} déplacée avec succès`;
    },
  });
}

const LABELS = { package: "Nouvel événement et formule", ...PERSON_LABELS, ...GUARDIAN_LABELS };
const DEFAULTS = { package: "", gamertag: "", platform: "" };

/** Moves a registration to another event. */
export default function MoveForm({ loaderData, actionData }: Route.ComponentProps) {
  const { id, reference, packages, gamertag, guardian, name, from, rule } = loaderData;
  const field = fieldsOf(DEFAULTS, actionData);
  const notice = useNotice();
  return (
    <FormDialog
      title={`Déplacer l’inscription ${reference}`}
      list={`${LIST}/${id}`}
      defaults={DEFAULTS}
      state={actionData}
      labels={LABELS}
      submit={packages.length > 0 ? "Déplacer" : null}
    >
      <p>
        L’inscription de <strong>{name}</strong> quitte <strong>{from}</strong>. La place y revient
        à la liste d’attente, ou redevient libre ; ce qui est payé suit. La personne garde sa
        référence et son billet. {notice("Elle en est informée par e-mail.")}
      </p>
      {packages.length > 0 ? (
        <Select
          {...field("package")}
          label={LABELS.package}
          hint={rule}
          options={packages}
          placeholder="Choisir…"
          required
        />
      ) : (
        <p className="font-semibold">Aucun autre événement n’a de formule qui convienne. {rule}</p>
      )}
      {gamertag && (
        <div className="grid gap-4 md:grid-cols-2">
          <GamertagFields field={field} need="some" />
        </div>
      )}
      {guardian && <GuardianPanel field={field} when="le jour du nouvel événement" />}
    </FormDialog>
  );
}
