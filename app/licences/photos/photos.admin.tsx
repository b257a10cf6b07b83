import { Link } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatMoment } from "../../i18n/format.ts";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { deliveryText } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import { Select, TextArea } from "../../ui/fields.tsx";
import type { Route } from "./+types/photos.admin.ts";
import {
  acceptPhoto,
  readWaitingPhoto,
  refusalSchema,
  refusePhoto,
} from "./photos.staff.server.ts";
import { PHOTO_REASONS, pictureIn } from "./photos.ts";

export const handle = { loadFailure: "Erreur lors du chargement des photos" };

const SCREEN = "/admin/members/photos";

export const loader = ({ context }: Route.LoaderArgs) =>
  asStaff(context.get(staffContext), readWaitingPhoto);

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    accept: intent(
      z.object({ id: z.uuid() }),
      async (db, { id }) => {
        await acceptPhoto(db, id);
        return `Photo acceptée. ${told()}`;
      },
      "La photo n’est pas acceptée",
    ),
    refuse: intent(
      refusalSchema,
      async (db, refusal) => {
        await refusePhoto(db, refusal);
        return `Photo refusée et effacée. ${told()}`;
      },
      "La photo n’est pas refusée",
    ),
  });
}

const told = () => deliveryText("La personne est prévenue par e-mail.", NO_MAIL_NOTICE);

/** The photographs of licences that wait for a decision, one after the other. */
export default function PhotosAdmin({ loaderData: { count, photo } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Photos à vérifier"
        lead="Les photos que les titulaires ont envoyées pour leur carte de licence. Toute personne qui scanne la carte voit la photo acceptée."
      />
      {photo ? (
        <>
          <p className="mb-3 text-muted">
            {count > 1
              ? `${count} photos attendent, la plus ancienne d’abord.`
              : "Une photo attend."}
          </p>
          <WaitingPhoto key={photo.id} photo={photo} />
        </>
      ) : (
        <p className="panel p-4">Aucune photo à vérifier.</p>
      )}
    </>
  );
}

type Photo = NonNullable<Route.ComponentProps["loaderData"]["photo"]>;

function WaitingPhoto({ photo }: { photo: Photo }) {
  const notice = useNotice();
  const { submit, pending } = useIntent(SCREEN);
  const { send, errors, busy } = useIntentForm(SCREEN, "refuse", { id: photo.id });
  const isBusy = busy || pending !== undefined;
  return (
    <article className="panel grid gap-6 p-4 md:grid-cols-[auto_1fr]">
      <div className="flex flex-wrap gap-4">
        <Portrait
          content={photo.content}
          alt={`Photo envoyée pour ${photo.name}`}
          words="Envoyée"
        />
        {photo.accepted && (
          <Portrait
            content={photo.accepted}
            alt={`Photo actuelle de ${photo.name}`}
            words="Sur la carte aujourd’hui"
          />
        )}
      </div>
      <div className="grid content-start gap-4">
        <div className="wrap-anywhere">
          <h2 className="text-xl">
            <Link to={`/admin/members/${photo.memberId}`} className="link">
              {photo.name}
            </Link>
          </h2>
          <p>
            {[photo.number, photo.age === undefined ? "âge inconnu" : `${photo.age} ans`].join(
              ", ",
            )}
          </p>
          <p className="text-sm text-muted">{`Envoyée le ${formatMoment("fr", photo.sent)}`}</p>
        </div>
        <p>
          {notice(
            "La personne est prévenue par e-mail de votre décision, avec le motif d’un refus.",
          )}
        </p>
        <p>
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => submit("accept", { id: photo.id })}
          >
            Accepter
          </button>
        </p>
        <form onSubmit={send} className="grid gap-4 border-t border-line pt-4" noValidate>
          <Select
            name="reason"
            label="Motif du refus"
            placeholder="Choisir"
            options={Object.entries(PHOTO_REASONS).map(([value, { label }]) => ({ value, label }))}
            error={errors.reason}
          />
          <TextArea
            name="note"
            label="Précision pour la personne (facultatif)"
            rows={2}
            error={errors.note}
          />
          <p>
            <button type="submit" className="button quiet text-blood" disabled={isBusy}>
              Refuser et effacer
            </button>
          </p>
        </form>
      </div>
    </article>
  );
}

type PortraitProps = { content: string; alt: string; words: string };

function Portrait({ content, alt, words }: PortraitProps) {
  return (
    <figure>
      <img
        src={pictureIn(content)}
        width={225}
        height={300}
        alt={alt}
        className="rounded-control"
      />
      <figcaption className="mt-1 text-sm text-muted">{words}</figcaption>
    </figure>
  );
}
