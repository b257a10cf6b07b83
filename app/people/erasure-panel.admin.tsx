import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";

type Props = {
  /** What is shown, as the button names it. */
  seen: string;
  going: readonly string[];
  /** What ends with it, such as a membership. */
  endings: readonly string[];
  keeps: readonly string[];
  shared: readonly string[];
  obstacles: readonly string[];
  request: { id: string; created_at: Date } | undefined;
};

/** What an erasure would take away, what it would leave and why, and the button that does it. */
export function ErasurePanel({ seen, going, endings, keeps, shared, obstacles, request }: Props) {
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const [asking, setAsking] = useState(false);
  const stays = [
    ...keeps,
    ...(shared.length > 0
      ? [`${shared.join(", ")} : l’adresse est aussi celle d’autres personnes.`]
      : []),
    "Le journal de l’équipe : qui a fait quoi et quand, sans aucune valeur.",
  ];
  return (
    <section className="panel grid gap-3 p-4 print:hidden" aria-labelledby="erasure">
      <h2 id="erasure" className="text-lg">
        Effacer cette personne
      </h2>
      {request && (
        <p className="rounded-control bg-sand p-3 font-semibold">
          {`La personne l’a demandé le ${formatMoment("fr", request.created_at)}.`}
        </p>
      )}
      {going.length > 0 && (
        <p>
          <strong>Ce qui part : </strong>
          {going.join(", ")}, et ce qui en reste dans la corbeille.
        </p>
      )}
      {endings.length > 0 && (
        <div role="note" className="rounded-control bg-sand p-3">
          <strong>Ce qui prend fin :</strong>
          <ul className="list-disc pl-6">
            {endings.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <strong>Ce qui reste :</strong>
        <ul className="list-disc pl-6">
          {stays.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      {obstacles.length > 0 ? (
        <div role="note" className="rounded-control bg-rose p-3 text-blood">
          <p className="font-bold">Pas encore possible :</p>
          <ul className="list-disc pl-6">
            {obstacles.map((one) => (
              <li key={one}>{one}.</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          <button
            type="button"
            className="button danger"
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden="true" size={17} />
            Effacer pour toujours
          </button>
        </p>
      )}
      {request && (
        <Form method="post" className="grid max-w-[640px] gap-2">
          <input type="hidden" name="intent" value="refuse" />
          <input type="hidden" name="request" value={request.id} />
          <label htmlFor="reason" className="font-semibold">
            Refuser, et dire pourquoi à la personne
          </label>
          <textarea
            id="reason"
            name="reason"
            required
            maxLength={1000}
            rows={3}
            className="field"
          />
          <p>
            <button type="submit" className="button quiet" disabled={busy}>
              Refuser la demande
            </button>
          </p>
        </Form>
      )}
      {asking && (
        <ConfirmDialog
          title="Effacer cette personne pour toujours ?"
          message={`${endings.length > 0 ? `Prend fin : ${endings.join(" ")} ` : ""}Part : ${going.join(", ") || "rien"}. Reste : ${stays.join(" ")} Personne ne pourra y revenir.`}
          action="Effacer"
          close={() => setAsking(false)}
          confirm={() => submit({ intent: "erase", seen }, { method: "post" })}
        />
      )}
    </section>
  );
}
