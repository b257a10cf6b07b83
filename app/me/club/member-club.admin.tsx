import { useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import * as z from "zod";
import { formatAmount, formatDate } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { recordAt } from "../../kit/form/save.server.ts";
import { required } from "../../kit/form/schema.ts";
import { Facts, ViewDialog } from "../../kit/form/view-dialog.tsx";
import { intent, runIntents, systemIntent } from "../../kit/list/intents.server.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { IfMay } from "../../kit/may.tsx";
import { STATE_LABELS } from "../../licences/licence-state.ts";
import { pictureIn } from "../../licences/photos/photos.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import { MAX_MOVE_REASON } from "../../membership/clubs/clubs.ts";
import { ORDER_LABELS } from "../../payments/payment-labels.ts";
import type { Route } from "./+types/member-club.admin.ts";
import { findClubOf, releaseFromClub } from "./club.staff.server.ts";
import { readClubForStaff } from "./club.system.server.ts";
import { ClubColours } from "./club-colours.tsx";
import { answerMoveForClub, type MoveAnswered } from "./moves.system.server.ts";

const LIST = "/admin/members";

/** Places are read as the system: staff do not read the codes of invitations, with which anybody accepts one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const club = await recordAt(context, params.id, findClubOf);
  return { ...club, ...(await readClubForStaff(club.number)) };
}

const clubNumber = z.coerce.number().int().positive();

const toldText = () =>
  deliveryText("Le joueur et les deux clubs sont prévenus par e-mail", NO_MAIL_NOTICE);
const MOVE_ANSWERS: Record<MoveAnswered, () => string> = {
  agreed: () => `Le joueur a changé de club. ${toldText()}`,
  refused: () => `Changement de club refusé. ${toldText()}`,
  gone: () => "Rien n’a changé\u202f: cette demande n’est plus en cours",
  suspended: () =>
    "Rien n’a changé\u202f: ce joueur est suspendu. Levez d’abord la suspension, ou refusez la demande",
  over: () => "Rien n’a changé\u202f: l’autre club n’est plus affilié",
};

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    release: intent(
      z.object({ id: z.uuid(), club: clubNumber }),
      async (db, { id, club }) => {
        const name = await releaseFromClub(db, id, club);
        if (!name) return "Rien n’a changé\u202f: ce joueur ne fait plus partie de ce club";
        return `${name} ne fait plus partie du club. ${deliveryText("Le joueur et le club sont prévenus par e-mail", NO_MAIL_NOTICE)}`;
      },
      "Joueur non retiré",
    ),
    agreeMove: systemIntent(
      z.object({ id: z.uuid(), club: clubNumber }),
      async (staff, { id, club }) =>
        MOVE_ANSWERS[await answerMoveForClub(staff, club, id, { agrees: true })](),
      "Changement de club non accepté",
    ),
    refuseMove: systemIntent(
      z.object({
        id: z.uuid(),
        club: clubNumber,
        reason: required("Le motif est requis", MAX_MOVE_REASON),
      }),
      async (staff, { id, club, reason }) =>
        MOVE_ANSWERS[await answerMoveForClub(staff, club, id, { agrees: false, reason })](),
      "Changement de club non refusé",
    ),
  });
}

type Player = Route.ComponentProps["loaderData"]["roster"][number];

type Move = Route.ComponentProps["loaderData"]["moves"][number];

const AGES = { minor: "Mineur", adult: "Majeur" } as const;

/** The places, the players and the open invitations of a club. */
export default function MemberClubAdmin({ loaderData }: Route.ComponentProps) {
  const { id, name, number, end, included, used, roster, open, moves, purchases, profile } =
    loaderData;
  const hasColours = (profile.first_colour ?? profile.second_colour) !== null;
  const { search } = useLocation();
  const [leaving, setLeaving] = useState<Player>();
  const [agreeing, setAgreeing] = useState<Move>();
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
          ["Licences incluses ou achetées", included === undefined ? null : String(included)],
          ["Prises ou promises", String(used)],
          ["Disponibles", included === undefined ? null : String(Math.max(0, included - used))],
        ]}
      />
      {(profile.logo || hasColours || profile.statutes_at || profile.officers.length > 0) && (
        <section aria-labelledby="profile">
          <h3 id="profile" className="text-base">
            Ce que le club dit de lui
          </h3>
          {profile.logo && (
            <img
              src={pictureIn(profile.logo)}
              width={80}
              height={80}
              alt={`Logo du club ${name}`}
              className="my-2 rounded-control border border-line"
            />
          )}
          <Facts
            facts={[
              ["Couleurs", hasColours ? <ClubColours key="colours" profile={profile} /> : null],
              [
                "Statuts",
                profile.statutes_at && (
                  <a key="statutes" href={`${LIST}/${id}/club/statutes`} className="link">
                    {`Reçus le ${formatDate("fr", profile.statutes_at)}`}
                  </a>
                ),
              ],
              [
                "Agissent aussi pour lui",
                profile.officers
                  .map(({ name: officer, email }) => `${officer} (${email})`)
                  .join(", ") || null,
              ],
            ]}
          />
        </section>
      )}
      {purchases.length > 0 && (
        <section aria-labelledby="purchases">
          <h3 id="purchases" className="text-base">
            Licences achetées
          </h3>
          <ul className="divide-y divide-line">
            {purchases.map((purchase) => (
              <li key={purchase.order} className="flex flex-wrap items-center gap-x-3 py-2">
                <IfMay to="/admin/payments" otherwise={purchase.reference}>
                  <Link to={`/admin/payments/${purchase.order}`} className="link">
                    {purchase.reference}
                  </Link>
                </IfMay>
                <span>
                  {`${purchase.count} licence${purchase.count > 1 ? "s" : ""}, ${formatAmount("fr", purchase.price_amount, purchase.price_currency)}, jusqu’au ${formatDate("fr", purchase.until)}, ${purchase.taken} ${purchase.taken > 1 ? "prises ou promises" : "prise ou promise"}`}
                </span>
                <Badge tone={ORDER_LABELS[purchase.status].tone}>
                  {ORDER_LABELS[purchase.status].label}
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
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
                className="button quiet small text-blood"
                aria-label={`Retirer du club\u202f: ${player.name}`}
              >
                Retirer du club
              </button>
            </li>
          ))}
        </ul>
      </section>
      {moves.length > 0 && (
        <section aria-labelledby="moves">
          <h3 id="moves" className="text-base">
            {`Demandes de départ (${moves.length})`}
          </h3>
          <p className="text-sm text-muted">
            Le club répond dans Mon espace. S’il ne le fait pas, répondez à sa place avant la date.
          </p>
          <ul className="divide-y divide-line">
            {moves.map((move) => (
              <MoveLine key={move.id} move={move} club={number} agree={() => setAgreeing(move)} />
            ))}
          </ul>
        </section>
      )}
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
                {`Envoyée le ${formatDate("fr", one.created_at)}, ouverte jusqu’au ${formatDate("fr", one.expires_at)}${one.by_player ? ", payée par le joueur" : ""}${one.waits ? ", attend l’accord d’un autre club" : ""}`}
              </li>
            ))}
          </ul>
        )}
      </section>
      {agreeing && (
        <ConfirmDialog
          title={`Accepter le départ de ${agreeing.name}\u202f?`}
          message={`${notice("Le joueur et les deux clubs sont prévenus par e-mail.")} Le joueur rejoint ${agreeing.club}. La place que ce club paie reste prise jusqu’à sa date.`}
          action="Accepter le départ"
          close={() => setAgreeing(undefined)}
          confirm={() => submit("agreeMove", { id: agreeing.id, club: String(number) })}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={`Retirer ${leaving.name} du club\u202f?`}
          message={`${notice("Le joueur et le club sont prévenus par e-mail.")} La licence garde son numéro et reste valable jusqu’à sa date\u202f; si le club la payait, la place reste prise jusque-là. Le club peut inviter le joueur de nouveau.`}
          action="Retirer du club"
          close={() => setLeaving(undefined)}
          confirm={() => submit("release", { id: leaving.id, club: String(number) })}
        />
      )}
    </ViewDialog>
  );
}

type MoveProps = { move: Move; club: number; agree: () => void };

/** A player who asks to leave, and what staff answer in the place of the club. */
function MoveLine({ move, club, agree }: MoveProps) {
  const { id } = useParams();
  const { search } = useLocation();
  const fields = { id: move.id, club: String(club) };
  const { send, errors, busy } = useIntentForm(`${LIST}/${id}/club`, "refuseMove", fields);
  const name = `reason-${move.id}`;
  return (
    <li className="grid gap-2 py-3">
      <p>
        <Link to={`${LIST}/${move.player_id}${search}`} className="link wrap-anywhere">
          {move.name}
        </Link>
        {` demande à rejoindre ${move.club}`}
      </p>
      <p className="text-sm text-muted">
        {`${move.asked_at ? `Demandé le ${formatDate("fr", move.asked_at)}, ` : ""}réponse au plus tard le ${formatDate("fr", move.until)}`}
      </p>
      <form onSubmit={send} className="flex flex-wrap items-end gap-2">
        <label className="grow text-sm text-muted">
          Motif du refus, que le joueur lira
          <input
            name="reason"
            maxLength={MAX_MOVE_REASON}
            autoComplete="off"
            aria-invalid={errors.reason ? true : undefined}
            aria-describedby={name}
            className="block min-h-9 w-full rounded-control border border-control bg-white px-2 text-base text-ink"
          />
        </label>
        <button type="submit" disabled={busy} className="button quiet small text-blood">
          Refuser le départ
        </button>
        <button type="button" disabled={busy} onClick={agree} className="button quiet small">
          Accepter le départ
        </button>
        <p id={name} className="field-error w-full">
          {errors.reason}
        </p>
      </form>
    </li>
  );
}
