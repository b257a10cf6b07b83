import { Check } from "lucide-react";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readOrDemonstrate } from "../../core/http/fallback.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { formatAmount } from "../../i18n/format.ts";
import { AdoptSamples, DemonstrationNotice } from "../../kit/demonstration/samples.tsx";
import {
  adoptIntent,
  deleteIntent,
  runIntents,
  statusIntent,
  toggleIntent,
} from "../../kit/list/intents.server.ts";
import { type ListData, ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { DeleteButton, EditLink, ToggleBadge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../../kit/record-link.tsx";
import { parseListQuery } from "../../records/list/list-query.ts";
import type { Route } from "./+types/membership-types.admin.ts";
import { typesDemonstration } from "./membership-type-demonstration.browser.ts";
import { membershipTypeRecord, STATUS_CHOICES } from "./membership-types.record.ts";
import { SAMPLE_MEMBERSHIP_TYPES } from "./membership-types.samples.ts";
import {
  activateMembershipTypes,
  adoptSampleTypes,
  deactivateMembershipTypes,
  deleteMembershipTypes,
  findTypesInUse,
  listAllTypes,
  type TypeRow,
} from "./membership-types.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des types d’adhésion" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(membershipTypeRecord.list, url.searchParams);
  const samples = SAMPLE_MEMBERSHIP_TYPES.map((type) => ({
    name: type.name,
    detail: type.price === 0 ? priceWords(type) : `${priceWords(type)} ${type.period}`,
  }));
  return readOrDemonstrate<ShownTypes & { samples: typeof samples }>(
    context,
    "membership_types",
    () =>
      asStaff(context.get(staffContext), async (db) => {
        const list = await listAllTypes(db, query);
        const ids = list.rows.map(({ id }) => id);
        return { query, samples, ...list, inUse: await findTypesInUse(db, ids) };
      }),
    () => ({ samples, ...typesDemonstration.standIn(SAMPLE_MEMBERSHIP_TYPES, query) }),
  );
}

type ShownTypes = ListData<TypeRow> & { inUse?: Readonly<Record<string, string>> };

const priceWords = ({ price, currency }: Pick<TypeRow, "price" | "currency">) =>
  price === 0 ? "Sur mesure" : formatAmount("fr", price, currency);

export const clientLoader = ({ url, serverLoader }: Route.ClientLoaderArgs) =>
  typesDemonstration.load(url, serverLoader);

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  typesDemonstration.change(request) ?? serverAction();

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    toggle: toggleIntent(
      { run: activateMembershipTypes, text: () => "Type d’adhésion activé" },
      { run: deactivateMembershipTypes, text: () => "Type d’adhésion désactivé" },
    ),
    status: statusIntent(
      ["active", "inactive"],
      (db, ids, status) =>
        status === "active" ? activateMembershipTypes(db, ids) : deactivateMembershipTypes(db, ids),
      (count, status) => {
        const done = status === "active" ? "activé" : "désactivé";
        return count > 1 ? `${count} types d’adhésion ${done}s` : `Type d’adhésion ${done}`;
      },
    ),
    adopt: adoptIntent(adoptSampleTypes, (count) => `${count} types d’adhésion créés avec succès`),
    delete: deleteIntent(deleteMembershipTypes, (count) =>
      count > 1 ? `${count} types supprimés avec succès` : "Type d’adhésion supprimé avec succès",
    ),
  });
}

const columns = [
  { title: "Nom", sort: "name", className: "main", cell: (row: TypeRow) => <NameCell {...row} /> },
  {
    title: "Prix",
    sort: "price",
    className: "whitespace-nowrap tabular-nums",
    cell: priceWords,
  },
  { title: "Période", cell: ({ period }: TypeRow) => period },
  {
    title: "Avantages",
    cell: ({ features }: TypeRow) => <Features features={features} />,
  },
  {
    title: "Statut",
    cell: ({ id, is_active }: TypeRow) => (
      <ToggleBadge
        id={id}
        on={is_active}
        labels={["Actif", "Inactif"]}
        hints={["Désactiver", "Activer"]}
      />
    ),
  },
];

export default function MembershipTypesAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Types d'Adhésion" primary={{ label: "Nouveau type" }} />
      <DemonstrationNotice list={loaderData} of={typesDemonstration} />
      <ListPage
        list={loaderData}
        noun={["type", "types"]}
        caption="Types d’adhésion"
        search="Rechercher un nom ou une description"
        filters={[
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
        ]}
        columns={columns}
        nameOf={({ name }) => name}
        actions={({ id, name }) => (
          <>
            <EditLink id={id} name={name} />
            <DeleteButton
              id={id}
              name={name}
              title="Supprimer ce type d’adhésion ?"
              inUse={loaderData.inUse?.[id]}
            />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "masculine",
          inUse: (ids) => ids.flatMap((id) => loaderData.inUse?.[id] ?? []).join(" "),
        }}
        empty={{
          title: "Aucun type d’adhésion",
          filtered: "Aucun type d’adhésion ne correspond à vos filtres.",
          first: "Créez votre premier type, ou partez des exemples ci-dessous.",
          action: (
            <div className="grid justify-items-center gap-4">
              <CreateLink label="Nouveau type" />
              <AdoptSamples samples={loaderData.samples} />
            </div>
          ),
        }}
      />
      <Guide />
    </>
  );
}

function NameCell({ id, name, description }: TypeRow) {
  return (
    <div className="min-w-0">
      <RecordLink id={id}>{name}</RecordLink>
      <p className="line-clamp-2 max-w-[44ch] text-muted">{description}</p>
    </div>
  );
}

const SHOWN_FEATURES = 3;

function Features({ features }: { features: string[] }) {
  const others = features.length - SHOWN_FEATURES;
  return (
    <ul className="text-left md:min-w-[210px] md:max-w-[34ch]">
      {features.slice(0, SHOWN_FEATURES).map((feature) => (
        <li key={feature} className="flex gap-1.5">
          <Check aria-hidden="true" size={15} className="mt-0.5 shrink-0 text-leaf" />
          <span className="min-w-0">{feature}</span>
        </li>
      ))}
      {others > 0 && (
        <li className="pl-[21px] text-muted">
          {others > 1 ? `+${others} autres avantages` : "+1 autre avantage"}
        </li>
      )}
    </ul>
  );
}

function Guide() {
  return (
    <section aria-labelledby="guide" className="panel mt-6 p-5">
      <h2 id="guide" className="text-lg">
        Guide d'Implémentation
      </h2>
      <dl className="mt-3 grid gap-3 md:grid-cols-3">
        <div>
          <dt className="font-semibold">Structure</dt>
          <dd className="text-muted">
            Un nom, une description, un prix en GNF, une période et des avantages, un par ligne. Un
            prix de 0 s’affiche « Sur mesure ».
          </dd>
        </div>
        <div>
          <dt className="font-semibold">Formulaire d’adhésion</dt>
          <dd className="text-muted">
            Les types actifs sont proposés sur la{" "}
            <a className="link" href="/membership#form">
              page Adhésion
            </a>
            {"\u202f"}; le type de membre indique ce que devient le candidat.
          </dd>
        </div>
        <div>
          <dt className="font-semibold">Traductions</dt>
          <dd className="text-muted">
            L’onglet English de chaque fiche contient la version anglaise ; sans elle, le français
            s’affiche.
          </dd>
        </div>
      </dl>
    </section>
  );
}
