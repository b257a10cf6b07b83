import { Link, useLocation, useNavigation } from "react-router";
import * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { recordAt, saveForm } from "../kit/form/save.server.ts";
import { Facts } from "../kit/form/view-dialog.tsx";
import { intent, runIntents } from "../kit/list/intents.server.ts";
import { useIntent } from "../kit/list/use-intent.tsx";
import { deliveryText } from "../mail/mail.server.ts";
import { useNotice } from "../mail/use-notice.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { memberLabel } from "../membership/members/members.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/member-licence.admin.ts";
import { hasCard, licenceState, STATE_LABELS } from "./licence-state.ts";
import {
  findLicenceOf,
  findSuspender,
  replaceCard,
  resumeLicence,
  type SuspensionForm,
  sendCard,
  suspendLicence,
  suspensionSchema,
} from "./licences.staff.server.ts";
import { findPhoto, hasPhoto } from "./photos/photos.operations.server.ts";
import { PHOTO_SIZE, pictureIn } from "./photos/photos.ts";

const LIST = "/admin/members";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { licence, holder, suspendedBy, photo, isPhotoWaiting } = await recordAt(
    context,
    params.id,
    read,
  );
  const today = isoDay(currentTime());
  const { suspended_from, suspended_until, suspension_reason, issue } = licence;
  const isPlanned = suspended_from !== null && (suspended_until ?? today) >= today;
  return {
    id: params.id,
    number: formatLicence(licence.serial),
    photo,
    isPhotoWaiting,
    issue,
    card: holder.application_token === null ? undefined : `/licences/${holder.application_token}`,
    name: memberLabel(holder),
    from: holder.membership_start,
    until: holder.membership_end,
    state: licenceState(holder, licence, today),
    suspension: isPlanned
      ? { from: suspended_from, until: suspended_until, reason: suspension_reason, by: suspendedBy }
      : undefined,
    defaults: {
      suspension_reason: (isPlanned && suspension_reason) || "",
      suspended_from: isPlanned ? suspended_from : today,
      suspended_until: (isPlanned && suspended_until) || "",
    },
  };
}

async function read(db: StaffDb, id: string) {
  const held = await findLicenceOf(db, id);
  if (!held?.holder) return undefined;
  const { licence, holder } = held;
  const { serial } = licence;
  return {
    licence,
    holder,
    suspendedBy: await findSuspender(db, licence),
    photo: await findPhoto(db, serial, "accepted"),
    isPhotoWaiting: await hasPhoto(db, serial, "pending"),
  };
}

const NONE = z.object({});

/** The form suspends; its other buttons name what they do. */
export async function action({ request, context, params: { id }, url }: Route.ActionArgs) {
  const isButton = await request
    .clone()
    .formData()
    .then((fields) => fields.has("intent"))
    .catch(() => false);
  if (!isButton) {
    return saveForm(request, context, {
      schema: suspensionSchema,
      returnTo: LIST + url.search,
      async save(db, form: SuspensionForm) {
        await suspendLicence(db, id, form);
        return `Suspension enregistrée : ${told()}`;
      },
    });
  }
  return runIntents(request, context, {
    resume: intent(NONE, async (db) => {
      await resumeLicence(db, id);
      return `Suspension levée : ${told()}`;
    }),
    replace: intent(NONE, async (db) => {
      await replaceCard(db, id);
      return `Nouvelle carte, les précédentes ne sont plus acceptées : ${told()}`;
    }),
    send: intent(NONE, async (db) => {
      await sendCard(db, id);
      return `Carte : ${told()}`;
    }),
  });
}

const told = () =>
  deliveryText(
    "la personne est prévenue par e-mail",
    "message gardé, car ce site ne peut pas envoyer d’e-mail",
  );

const LABELS = {
  suspension_reason: "Motif",
  suspended_from: "Suspendue du",
  suspended_until: "Jusqu’au",
};

/** The licence of a member: its state, its card, and its suspension. */
export default function MemberLicenceAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, issue, card, name, from, until, state, suspension, defaults } = loaderData;
  const { photo, isPhotoWaiting } = loaderData;
  const saved = actionData && "values" in actionData ? actionData : undefined;
  const field = fieldsOf(defaults, saved);
  const busy = useNavigation().formMethod === "POST";
  const notice = useNotice();
  const { pathname, search } = useLocation();
  const { submit, pending } = useIntent(pathname);
  const button = (label: string, name: string) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit(name, {})}
      className="button quiet"
    >
      {label}
    </button>
  );
  return (
    <FormDialog
      title={`Licence ${number}`}
      list={`${LIST}/${id}`}
      defaults={defaults}
      state={saved}
      labels={LABELS}
      submit={null}
      dismiss="Fermer"
    >
      {photo !== undefined && (
        <img src={pictureIn(photo)} {...PHOTO_SIZE} alt={name} className="rounded-control" />
      )}
      <Facts
        facts={[
          ["Membre", name],
          ["État", STATE_LABELS[state]],
          [
            "Saison",
            [from && `du ${formatDate("fr", from)}`, until && `au ${formatDate("fr", until)}`]
              .filter(Boolean)
              .join(" ") || null,
          ],
          ["Carte", `exemplaire ${issue}`],
          ["Suspension", suspension && suspensionWords(suspension)],
          ["Motif", suspension?.reason],
          ["Décidée par", suspension?.by],
        ]}
      />
      <p className="flex flex-wrap gap-3">
        {card && (
          <a href={card} target="_blank" rel="noreferrer" className="button quiet">
            Ouvrir la carte
          </a>
        )}
        {hasCard(state) && button("Envoyer la carte", "send")}
        {hasCard(state) && button("Remplacer la carte", "replace")}
        {suspension && button("Lever la suspension", "resume")}
        {isPhotoWaiting && (
          <Link to="/admin/members/photos" className="button quiet">
            Photos à vérifier
          </Link>
        )}
        <a href={`/admin/members/cards${search}`} className="button quiet">
          Cartes de la liste (PDF)
        </a>
      </p>
      <p className="text-muted">
        Remplacez la carte si elle est perdue ou copiée : les précédentes ne sont alors plus
        acceptées.
      </p>
      <details open={Boolean(suspension || saved)} className="grid gap-5">
        <summary className="link w-max text-base font-semibold">Suspension</summary>
        <div className="mt-3 grid gap-5">
          <p>
            {notice(
              "La personne reçoit le motif, les dates et la façon de contester. Personne d’autre ne voit le motif ; un contrôle dit seulement que la licence est suspendue.",
              "Ce site ne peut pas envoyer d’e-mail : prévenez vous-même la personne, avec le motif, les dates et la façon de contester.",
            )}{" "}
            Renouveler l’adhésion ne lève pas la suspension.
          </p>
          <TextArea
            {...field("suspension_reason")}
            label={LABELS.suspension_reason}
            rows={3}
            required
          />
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              {...field("suspended_from")}
              label={LABELS.suspended_from}
              type="date"
              required
            />
            <TextField
              {...field("suspended_until")}
              label={LABELS.suspended_until}
              hint="Vide : elle dure jusqu’à ce que vous la leviez."
              type="date"
            />
          </div>
          <p>
            <button type="submit" disabled={busy} className="button danger">
              {saved?.conflict
                ? "Enregistrer ma version"
                : suspension
                  ? "Modifier la suspension"
                  : "Suspendre la licence"}
            </button>
          </p>
        </div>
      </details>
    </FormDialog>
  );
}

function suspensionWords({ from, until }: { from: string | null; until: string | null }): string {
  const begin = from ? `du ${formatDate("fr", from)} ` : "";
  return `${begin}${until ? `au ${formatDate("fr", until)}` : "jusqu’à nouvelle décision"}`;
}
