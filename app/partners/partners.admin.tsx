import { Building2, CircleCheck, Globe, Image, Radio, Wrench } from "lucide-react";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { telAddress } from "../core/values/phone.ts";
import { ofName } from "../i18n/elision.ts";
import { formatDate } from "../i18n/format.ts";
import { EmailText } from "../kit/email-text.tsx";
import { Counters, countWords } from "../kit/list/counters.tsx";
import { wordOf } from "../kit/list/filter-bar.tsx";
import { deleteIntent, runIntents, statusIntent } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge, DeleteButton, EditLink, IconLink, StatusMenu } from "../kit/list/row-controls.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../kit/record-link.tsx";
import { Thumbnail } from "../kit/thumbnail.tsx";
import { parseListQuery } from "../records/list/list-query.ts";
import { filterOf } from "../records/record-fields.ts";
import type { Route } from "./+types/partners.admin.ts";
import {
  PARTNER_STATUSES,
  partnerRecord,
  STATUS_CHOICES,
  TYPE_CHOICES,
} from "./partners.record.ts";
import {
  countPartners,
  deletePartners,
  listAllPartners,
  type PartnerRow,
  setPartnerStatus,
} from "./partners.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des partenaires" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(partnerRecord.list, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    counts: await countPartners(db),
    ...(await listAllPartners(db, query)),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    status: statusIntent(PARTNER_STATUSES, setPartnerStatus, (count) =>
      count > 1 ? `Statut de ${count} partenaires mis à jour` : "Statut du partenaire mis à jour",
    ),
    delete: deleteIntent(deletePartners, (count) =>
      count > 1 ? `${count} partenaires supprimés avec succès` : "Partenaire supprimé avec succès",
    ),
  });
}

const columns = [
  {
    title: "Partenaire",
    sort: "name",
    className: "main",
    cell: (row: PartnerRow) => <NameCell {...row} />,
  },
  {
    title: "Type",
    className: "brief",
    cell: ({ partnership_type }: PartnerRow) => (
      <Badge tone="news">{wordOf(TYPE_CHOICES, partnership_type)}</Badge>
    ),
  },
  { title: "Contact", className: "spare", cell: (row: PartnerRow) => <ContactCell {...row} /> },
  { title: "Période", className: "spare", cell: (row: PartnerRow) => <Period {...row} /> },
  {
    title: "Statut",
    className: "brief",
    cell: ({ id, name, status }: PartnerRow) => (
      <StatusMenu id={id} name={name} value={status} choices={STATUS_CHOICES} />
    ),
  },
];

export default function PartnersAdmin({ loaderData }: Route.ComponentProps) {
  const { counts } = loaderData;
  return (
    <>
      <OfficeHead title="Gestion des Partenaires" primary={{ label: "Nouveau partenaire" }} />
      <Counters
        counters={[
          { label: "Sponsors", value: countWords(counts.sponsors), icon: Building2 },
          { label: "Techniques", value: countWords(counts.technical), icon: Wrench },
          { label: "Médias", value: countWords(counts.media), icon: Radio },
          { label: "Actifs", value: countWords(counts.active), icon: CircleCheck },
        ]}
      />
      <ListPage
        list={loaderData}
        noun={["partenaire", "partenaires"]}
        caption="Partenaires"
        search="Rechercher un partenaire"
        filters={[
          { ...filterOf(partnerRecord, "type", "Tous les types"), label: "Type" },
          filterOf(partnerRecord, "status", "Tous les statuts"),
        ]}
        columns={columns}
        nameOf={({ name }) => name}
        actions={(row) => <RowActions {...row} />}
        bulk={{
          statuses: STATUS_CHOICES,
          deleting: "masculine",
        }}
        empty={{
          title: "Aucun partenaire",
          filtered: "Aucun partenaire ne correspond à vos filtres.",
          first: "Commencez par créer votre premier partenaire.",
          action: <CreateLink label="Nouveau partenaire" />,
        }}
      />
    </>
  );
}

function RowActions({ id, name, website, logo_url }: PartnerRow) {
  return (
    <>
      {website && (
        <IconLink
          href={website}
          label={`Visiter le site web ${ofName(name)}`}
          tip="Visiter le site web"
          icon={Globe}
        />
      )}
      {logo_url && (
        <IconLink
          href={logo_url}
          label={`Voir le logo ${ofName(name)}`}
          tip="Voir le logo"
          icon={Image}
        />
      )}
      <EditLink id={id} name={name} />
      <DeleteButton id={id} name={name} title="Supprimer ce partenaire ?" />
    </>
  );
}

function NameCell({ id, name, description, logo_url }: PartnerRow) {
  return (
    <div className="flex items-center gap-3">
      <Logo name={name} src={logo_url} />
      <div className="min-w-0">
        <RecordLink id={id}>{name}</RecordLink>
        <p className="line-clamp-1 max-w-[48ch] text-muted md:line-clamp-3 md:min-w-[140px] md:text-[13px]">
          {description}
        </p>
      </div>
    </div>
  );
}

/** The logo of a partner, or its initial. */
function Logo({ name, src }: { name: string; src: string | null }) {
  if (src) return <Thumbnail src={src} kind="logo" />;
  return (
    <span
      aria-hidden="true"
      className="grid h-10 w-14 shrink-0 place-items-center rounded-control border border-line bg-sand text-lg font-bold text-leaf max-md:hidden"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

function ContactCell({ contact_name, contact_email, contact_phone }: PartnerRow) {
  if (!contact_name && !contact_email && !contact_phone) {
    return <span className="text-muted">—</span>;
  }
  return (
    <div className="md:w-[140px] *:block *:wrap-anywhere md:text-[13px]">
      {contact_name && <p>{contact_name}</p>}
      {contact_email && (
        <a href={`mailto:${contact_email}`} className="py-0.5 text-muted hover:underline">
          <EmailText email={contact_email} />
        </a>
      )}
      {contact_phone && (
        <a href={telAddress(contact_phone)} className="py-0.5 text-muted hover:underline">
          {contact_phone}
        </a>
      )}
    </div>
  );
}

function Period({ partnership_start: from, partnership_end: to }: PartnerRow) {
  if (!from && !to) return <span className="text-muted">Non défini</span>;
  return (
    <div className="whitespace-nowrap md:text-[13px]">
      {from && <p>Du {formatDate("fr", from)}</p>}
      {to && <p>{`${from ? "au" : "Jusqu’au"} ${formatDate("fr", to)}`}</p>}
    </div>
  );
}
