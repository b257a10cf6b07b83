import { UserPlus } from "lucide-react";
import { Outlet } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { readOrDemonstrate } from "../core/http/fallback.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { AdoptSamples, DemonstrationNotice } from "../kit/demonstration/samples.tsx";
import { FilterBar } from "../kit/list/filter-bar.tsx";
import {
  adoptIntent,
  deleteIntent,
  moveIntent,
  runIntents,
  toggleIntent,
} from "../kit/list/intents.server.ts";
import { Empty, type ListData, listShouldRevalidate, Pager } from "../kit/list/list-page.tsx";
import { DeleteButton, EditLink, MoveButtons, ToggleBadge } from "../kit/list/row-controls.tsx";
import { SeenRecords } from "../kit/list/use-intent.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { RecordLink } from "../kit/record-link.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { isFiltered, parseListQuery } from "../records/list/list-query.ts";
import type { Route } from "./+types/leadership.admin.ts";
import { leadersDemonstration } from "./leader-demonstration.browser.ts";
import { leaderRecord } from "./leadership.record.ts";
import { DEMONSTRATED_LEADERS, SAMPLE_LEADERS } from "./leadership.samples.ts";
import {
  adoptSampleLeaders,
  deleteLeaders,
  hideLeaders,
  type LeaderRow,
  listLeaders,
  moveLeader,
  readLeaderEnds,
  showLeaders,
} from "./leadership.staff.server.ts";

const STATUS_CHOICES = [
  { value: "active", label: "Actif" },
  { value: "inactive", label: "Inactif" },
];

export const handle = { loadFailure: "Erreur lors du chargement de la direction" };

export const shouldRevalidate = listShouldRevalidate;

type Ends = { first: number; last: number };

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(leaderRecord.list, url.searchParams);
  const samples = SAMPLE_LEADERS.map(({ name, position }) => ({ name, detail: position }));
  return readOrDemonstrate<ListData<LeaderRow> & { ends?: Ends; samples: typeof samples }>(
    context,
    "leadership_team",
    () =>
      asStaff(context.get(staffContext), async (db) => ({
        query,
        ends: await readLeaderEnds(db),
        samples,
        ...(await listLeaders(db, query)),
      })),
    () => ({ samples, ...leadersDemonstration.standIn(DEMONSTRATED_LEADERS, query) }),
  );
}

export const clientLoader = ({ url, serverLoader }: Route.ClientLoaderArgs) =>
  leadersDemonstration.load(url, serverLoader);

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  leadersDemonstration.change(request) ?? serverAction();

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: showLeaders, text: () => "Membre activé" },
      { run: hideLeaders, text: () => "Membre désactivé" },
    ),
    move: moveIntent(moveLeader),
    adopt: adoptIntent(adoptSampleLeaders, (count) => `${count} exemples adoptés`),
    delete: deleteIntent(deleteLeaders, () => "Membre supprimé avec succès"),
  });
}

export default function LeadershipAdmin({ loaderData }: Route.ComponentProps) {
  const { query, rows, count, more, next, previous, samples, demonstration } = loaderData;
  const ends = loaderData.ends ?? findEnds(demonstration ?? []);
  const filtered = isFiltered(query);
  return (
    <>
      <OfficeHead title="Notre Direction" primary={{ label: "Ajouter un membre" }} />
      <DemonstrationNotice list={loaderData} of={leadersDemonstration} />
      <InfoPanel />
      <FilterBar
        search="Rechercher un nom, un poste"
        filters={[
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
        ]}
        count={count}
        more={more}
        noun={["membre", "membres"]}
      />
      {rows.length === 0 ? (
        <Empty
          title="Aucun membre de la direction"
          filtered={filtered ? "Aucun membre ne correspond à vos filtres." : undefined}
          first="Ajoutez les personnes que montre la page À propos."
          action={<AdoptSamples samples={samples} />}
        />
      ) : (
        <SeenRecords rows={rows} moments={loaderData.moments}>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((leader) => (
              <LeaderCard
                key={leader.id}
                leader={leader}
                first={leader.order <= ends.first}
                last={leader.order >= ends.last}
              />
            ))}
            {!filtered && (
              <li>
                <RecordLink
                  id="new"
                  className="grid h-full min-h-[200px] place-content-center justify-items-center gap-2 rounded-card border-2 border-dashed border-control font-semibold text-leaf hover:bg-mint"
                >
                  <UserPlus aria-hidden="true" size={30} />
                  Ajouter un membre
                </RecordLink>
              </li>
            )}
          </ul>
        </SeenRecords>
      )}
      <Pager next={next} previous={previous} />
      <Outlet />
    </>
  );
}

function findEnds(leaders: readonly LeaderRow[]): Ends {
  const places = leaders.map(({ order }) => order);
  return { first: Math.min(...places), last: Math.max(...places) };
}

type CardProps = { leader: LeaderRow; first: boolean; last: boolean };

function LeaderCard({ leader, first, last }: CardProps) {
  const { id, name, position, bio, image_url, is_active } = leader;
  return (
    <li className="panel flex flex-col overflow-hidden">
      <div className="flex gap-4 p-4">
        <Thumbnail src={image_url} kind="person" className="size-[88px]" />
        <div className="min-w-0">
          <h2 className="text-base">{name}</h2>
          <p className="text-sm font-semibold text-leaf">{position}</p>
          <p className="mt-1 line-clamp-3 text-sm text-muted">{bio}</p>
        </div>
      </div>
      <div className="mt-auto flex items-center justify-between border-t border-line px-3 py-1.5">
        <ToggleBadge
          id={id}
          on={is_active}
          labels={["Actif", "Inactif"]}
          hints={["Désactiver", "Activer"]}
        />
        <span className="flex">
          <MoveButtons id={id} name={name} first={first} last={last} />
          <EditLink id={id} name={name} />
          <DeleteButton id={id} name={name} title="Supprimer ce membre ?" />
        </span>
      </div>
    </li>
  );
}

function InfoPanel() {
  return (
    <details className="panel mb-4 p-4">
      <summary>Affichage sur le site</summary>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
        <li>Seuls les membres actifs apparaissent sur la page À propos.</li>
        <li>Ils y sont dans l’ordre de cette liste, que changent les flèches.</li>
        <li>Images recommandées : au moins 600x600 px, carrées ou en portrait.</li>
      </ul>
    </details>
  );
}
