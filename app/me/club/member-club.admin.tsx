import { useState } from "react";
import { Link, useLocation } from "react-router";
import * as z from "zod";
import { formatDate } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { recordAt } from "../../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../../kit/form/view-dialog.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { STATE_LABELS } from "../../licences/licence-state.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import type { Route } from "./+types/member-club.admin.ts";
import { findClubOf, releaseFromClub } from "./club.staff.server.ts";
import { readClubForStaff } from "./club.system.server.ts";

const LIST = "/admin/members";

/** Places are read as the system: staff do not read the codes of invitations, with which anybody accepts one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const club = await recordAt(context, params.id, findClubOf);
  return { ...club, ...(await readClubForStaff(club.number)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    release: intent(
      z.object({ id: z.uuid(), club: z.coerce.number().int().positive() }),
      async (db, { id, club }) => {
        const name = await releaseFromClub(db, id, club);
        if (!name) return "Rien n’a changé\u202f: ce joueur n’est plus de ce club";
        return `${name} n’est plus du club. ${deliveryText("Le joueur et le club sont prévenus par e-mail", NO_MAIL_NOTICE)}`;
      },
      "Joueur non retiré",
    ),
  });
}

type Player = Route.ComponentProps["loaderData"]["roster"][number];

const AGES = { minor: "Mineur", adult: "Majeur" } as const;

/** The places, the players and the open invitations of a club. */
export default function MemberClubAdmin({ loaderData }: Route.ComponentProps) {
  const { id, name, number, end, included, used, roster, open } = loaderData;
  const { search } = useLocation();
  const [leaving, setLeaving] = useState<Player>();
  const { submit, pending } = useIntent(`${LIST}/${id}/club`);
  const notice = useNotice();
  return (
    <ViewDialog title={`Club ${name}`} list={LIST}>
      <Facts
        facts={[
          [
            "Fiche",
            <Link key="record" to={`${LIST}/${id}${search}`} className="link">
              {name}
            </Link>,
          ],
          ["Numéro", String(number)],
          [
            "Adhésion",
            included === undefined
              ? "aucune en cours\u202f: le club ne paie plus de licence"
              : end
                ? `active jusqu’au ${formatDate("fr", end)}`
                : "active, sans date de fin",
          ],
          ["Licences comprises", included === undefined ? null : String(included)],
          ["Prises ou promises", String(used)],
          ["Libres", included === undefined ? null : String(Math.max(0, included - used))],
        ]}
      />
      <section aria-labelledby="players">
        <h3 id="players" className="text-base">
          {`Joueurs (${roster.length})`}
        </h3>
        {roster.length === 0 && <p className="text-muted">Aucun joueur pour le moment.</p>}
        <ul className="divide-y divide-line">
          {roster.map((player) => (
            <li
              key={player.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <div className="min-w-0">
                <Link to={`${LIST}/${player.id}${search}`} className="link wrap-anywhere">
                  {player.name}
                </Link>
                <p className="text-sm text-muted">
                  {[
                    player.gamertag,
                    player.age && AGES[player.age],
                    player.licence,
                    STATE_LABELS[player.state].toLowerCase(),
                    player.until && `jusqu’au ${formatDate("fr", player.until)}`,
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </p>
              </div>
              <button
                type="button"
                disabled={pending !== undefined}
                onClick={() => setLeaving(player)}
                className="button quiet small"
                aria-label={`Retirer du club\u202f: ${player.name}`}
              >
                Retirer du club
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="invitations">
        <h3 id="invitations" className="text-base">
          {`Invitations ouvertes (${open.length})`}
        </h3>
        {open.length === 0 ? (
          <p className="text-muted">Aucune invitation ouverte.</p>
        ) : (
          <ul className="list-disc pl-6">
            {open.map((one) => (
              <li key={one.id}>
                {`Envoyée le ${formatDate("fr", one.created_at)}, ouverte jusqu’au ${formatDate("fr", one.expires_at)}${one.by_player ? ", payée par le joueur" : ""}`}
              </li>
            ))}
          </ul>
        )}
      </section>
      {leaving && (
        <ConfirmDialog
          title={`Retirer ${leaving.name} du club\u202f?`}
          message={`${notice("Le joueur et le club sont prévenus par e-mail.", NO_MAIL_NOTICE)} La licence garde son numéro et reste valable jusqu’à sa date\u202f; si le club la payait, la place reste prise jusque-là. Le club peut inviter le joueur de nouveau.`}
          action="Retirer du club"
          close={() => setLeaving(undefined)}
          confirm={() => submit("release", { id: leaving.id, club: String(number) })}
        />
      )}
    </ViewDialog>
  );
}
