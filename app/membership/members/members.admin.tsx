import { Building2, CircleCheck, Download, Gamepad2, Handshake, Mail } from "lucide-react";
import { Link, redirect, useLoaderData, useLocation, useSearchParams } from "react-router";
import * as z from "zod";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatDate, isoDay, several } from "../../i18n/format.ts";
import { EmailText } from "../../kit/email-text.tsx";
import { initials } from "../../kit/initials.ts";
import { Counters, countWords } from "../../kit/list/counters.tsx";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import {
  deleteIntent,
  intent,
  runIntents,
  statusIntent,
  toggleIntent,
} from "../../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import {
  Badge,
  DeleteButton,
  EditLink,
  type Question,
  StatusMenu,
} from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { CreateLink, RecordLink } from "../../kit/record-link.tsx";
import { deliveryText } from "../../mail/mail.server.ts";
import { cashFields } from "../../payments/offline/cash-schema.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { listClubs } from "../clubs/clubs.staff.server.ts";
import { nearEnd } from "../renewal/membership-period.ts";
import { resumeReminders, sendReminder, stopReminders } from "../renewal/reminders.staff.server.ts";
import type { Route } from "./+types/members.admin.ts";
import { dependantSentences, dependantWords, SUSPENDED_WORDS } from "./dependant-words.server.ts";
import { formatLicence } from "./licence-number.ts";
import { recordMembershipPayment } from "./member-payments.staff.server.ts";
import {
  countAcceptable,
  countMembers,
  deleteMembers,
  findLosses,
  type ListedMember,
  listDependants,
  listLicensed,
  listMembers,
  setMemberStatus,
} from "./members.staff.server.ts";
import {
  ENDING_CHOICES,
  LICENCE_CHOICES,
  MEMBER_LIST,
  MEMBER_STATUSES,
  type MemberStatus,
  memberLabel,
  PENDING_CHOICES,
  personName,
  STATUS_CHOICES,
  TYPE_CHOICES,
} from "./members.ts";
import { countNamesakes } from "./namesakes.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des membres" };

export const shouldRevalidate = listShouldRevalidate;

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(MEMBER_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => {
    const { rows, ...list } = await listMembers(db, query);
    const today = isoDay(currentTime());
    const { club } = query.filters;
    const ids = rows.map(({ id }) => id);
    const dependants = await listDependants(db, ids);
    const losses = await findLosses(db, ids, dependants);
    return {
      query,
      counts: await countMembers(db),
      ...list,
      // The search and the rows lead to a club; a choice of hundreds would be heavy.
      clubs: (club ? await listClubs(db) : []).flatMap(({ number, name }) =>
        String(number) === club ? [{ value: club, label: name }] : [],
      ),
      // Sent as words: the scripts of this list are weighed.
      lost:
        Object.keys(losses).length > 0
          ? BULK_LOSSES + (dependants.size > 0 ? bulkDependantWords() : "")
          : undefined,
      ends: dependants.size > 0 ? ends() : undefined,
      rows: rows.map((row) => toListRow(row, losses[row.id], dependants.get(row.id), today)),
    };
  });
}

const SUSPENDED = "Licence suspendue";

const BULK_LOSSES =
  "Leurs licences ne sont plus reconnues et leurs cartes ne s’ouvrent plus. Leurs demandes de paiement ouvertes sont annulées ; leurs paiements restent dans « Paiements », sans être remboursés.";

const bulkDependantWords = () =>
  ` Les joueurs perdent la licence que l’un de ces clubs paie${deliveryText(" et en sont prévenus par e-mail", "\u202f: prévenez-les")}.`;

/** What is asked before clubs lose their membership: the number of their players stands before the words. */
const ends = () => {
  const [one, many] = dependantSentences();
  return { one: `${one} ${SUSPENDED_WORDS}`, many: `${many} ${SUSPENDED_WORDS}` };
};

/** A row of the list. Flags that are false for most members are left out, to keep the page small. */
function toListRow(
  {
    lapsed_on,
    reminders_off,
    is_duplicate,
    organisation,
    namesake,
    licence_serial,
    is_licence_suspended,
    club,
    club_name,
    ...row
  }: ListedMember,
  lost: string | undefined,
  dependants: number | undefined,
  today: string,
) {
  const left = nearEnd({ ...row, lapsed_on }, today);
  return {
    ...row,
    ...(left !== undefined && { ending: { left, off: reminders_off } }),
    ...(namesake && { namesake }),
    ...(organisation && { organisation }),
    ...(licence_serial && { licence: formatLicence(licence_serial) }),
    ...(club && {
      club: {
        number: club,
        // A player whose club is forgotten has its number.
        name: row.member_type === "club" ? undefined : (club_name ?? `n° ${club}`),
      },
    }),
    ...(is_licence_suspended && { off: SUSPENDED }),
    ...(lost && { lost }),
    ...(dependants && { dependants }),
  };
}

type ShownMember = Omit<
  ReturnType<typeof toListRow>,
  "ending" | "namesake" | "organisation" | "licence" | "club" | "off" | "lost" | "dependants"
> & {
  licence?: string;
  /** Of a club its own, without a name. */
  club?: { number: number; name: string | undefined };
  /** Says that the licence is suspended. */
  off?: string;
  /** What a deletion takes with it. */
  lost?: string;
  /** How many players lose their licence with the membership of this club. */
  dependants?: number;
  ending?: { left: number; off: boolean };
  namesake?: string;
  organisation?: string;
};

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    status: statusIntent(MEMBER_STATUSES, changeStatus, (count) =>
      count > 1 ? `Statut de ${count} membres mis à jour` : "Statut du membre mis à jour",
    ),
    cash: intent(
      z.object({ id: z.uuid(), ...cashFields }),
      async (db, { id, ...cash }) => {
        const member = await recordMembershipPayment(db, id, cash);
        return `Paiement ${ofName(member.organisation || member.first_name)} enregistré avec succès`;
      },
      "Erreur lors de l’encaissement",
    ),
    remind: intent(z.object({ id: z.uuid() }), remind, "Rappel non envoyé"),
    toggle: toggleIntent(
      { run: stopReminders, text: () => "Ce membre ne reçoit plus de rappel" },
      { run: resumeReminders, text: () => "Ce membre reçoit de nouveau les rappels" },
    ),
    delete: deleteIntent(deleteMembers, (count) =>
      count > 1 ? `${count} membres supprimés avec succès` : "Membre supprimé avec succès",
    ),
  });
}

/** The suspension of one licence leads to its own screen. */
async function leadToLicence(db: StaffDb, ids: readonly string[]): Promise<void> {
  const [licensed] = ids.length === 1 ? await listLicensed(db, ids) : [];
  if (licensed) throw redirect(`/admin/members/${licensed.id}/licence`);
}

async function changeStatus(db: StaffDb, ids: readonly string[], status: MemberStatus) {
  if (status === "suspended") await leadToLicence(db, ids);
  if (status !== "active") {
    const dependants = await listDependants(db, ids);
    const players = [...dependants.values()].reduce((sum, one) => sum + one, 0);
    const count = await setMemberStatus(db, ids, status);
    const notes = [
      ...(players > 0 ? [dependantWords(players)] : []),
      ...(status === "suspended" ? [SUSPENDED_WORDS] : []),
    ];
    return { count, note: notes.join(" ") };
  }
  const { accepted, unpaid } = await countAcceptable(db, ids);
  const count = await setMemberStatus(db, ids, status);
  const doubtful = await countNamesakes(db, ids);
  const notes = [
    ...(accepted > 0 ? [acceptedWords(accepted)] : []),
    ...(unpaid > 0 ? [unpaidWords(unpaid)] : []),
    ...(doubtful > 0 ? [namesakeWords(doubtful)] : []),
  ];
  return { count, note: notes.join(". ") };
}

const acceptedWords = (count: number) =>
  count === 1
    ? deliveryText("Le membre en est prévenu par e-mail", "Prévenez le membre")
    : deliveryText("Ils en sont prévenus par e-mail", "Prévenez-les");

const unpaidWords = (count: number) =>
  count === 1
    ? "Son prix n’est pas payé en entier\u202f: la commande reste ouverte dans Paiements"
    : `${count} d’entre eux n’ont pas payé leur prix en entier\u202f: leurs commandes restent ouvertes dans Paiements`;

const namesakeWords = (count: number) =>
  count === 1
    ? "Une autre fiche porte le même nom et la même adresse\u202f: suivez «\u202fDoublon possible\u202f» dans la liste"
    : `${count} d’entre eux ont une autre fiche au même nom et à la même adresse\u202f: suivez «\u202fDoublon possible\u202f» dans la liste`;

const remind = async (db: StaffDb, { id }: { id: string }) =>
  `Rappel à ${await sendReminder(db, id)} ${deliveryText("en cours d’envoi", "gardé : ce site ne peut pas envoyer d’e-mail")}`;

const COLUMNS = [
  {
    title: "Membre",
    sort: "name",
    className: "main",
    cell: (row: ShownMember) => <MemberCell {...row} />,
  },
  { title: "Contact", className: "spare", cell: (row: ShownMember) => <ContactCell {...row} /> },
  {
    title: "Type et licence",
    className: "brief",
    cell: ({ member_type, is_test, licence }: ShownMember) => {
      const type = <Badge tone="news">{wordOf(TYPE_CHOICES, member_type)}</Badge>;
      // Fifty rows of the first list are weighed: what holds two marks together comes with the second.
      return is_test || licence ? (
        <span className="inline-flex flex-wrap gap-1">
          {type}
          {is_test && <Badge tone="bad">Essai</Badge>}
          {licence && <span className="whitespace-nowrap text-[13px]">{licence}</span>}
        </span>
      ) : (
        type
      );
    },
  },
  {
    title: "Statut",
    className: "brief",
    cell: (row: ShownMember) => <StatusCell {...row} />,
  },
  {
    title: "Adhésion et club",
    className: "spare",
    cell: (row: ShownMember) => (
      <div>
        <ClubCell {...row} />
        <Membership {...row} />
        {row.ending && <Ending id={row.id} name={memberLabel(row)} {...row.ending} />}
      </div>
    ),
  },
];

export default function MembersAdmin({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const { players, clubs, partners, active } = loaderData.counts;
  return (
    <>
      <OfficeHead title="Gestion des Membres" primary={{ label: "Nouveau membre" }}>
        <a href={`/admin/members/export?${params}`} className="button quiet">
          <Download aria-hidden="true" size={17} />
          Exporter
        </a>
      </OfficeHead>
      <Counters
        counters={[
          { label: "Joueurs", value: countWords(players), icon: Gamepad2 },
          { label: "Clubs", value: countWords(clubs), icon: Building2 },
          { label: "Partenaires", value: countWords(partners), icon: Handshake },
          { label: "Actifs", value: countWords(active), icon: CircleCheck },
        ]}
      />
      <ListPage
        list={loaderData}
        noun={["membre", "membres"]}
        caption="Membres"
        search="Rechercher un nom, un e-mail, une licence ou un club"
        filters={[
          { name: "type", label: "Type", all: "Tous les types", choices: TYPE_CHOICES },
          { name: "status", label: "Statut", all: "Tous les statuts", choices: STATUS_CHOICES },
          {
            name: "pending",
            label: "Demande",
            all: "Toutes les demandes",
            choices: PENDING_CHOICES,
          },
          { name: "ending", label: "Fin", all: "Fin d’adhésion", choices: ENDING_CHOICES },
          {
            name: "licence",
            label: "Licence",
            all: "Avec ou sans licence",
            choices: LICENCE_CHOICES,
          },
          ...(loaderData.clubs.length > 0
            ? [{ name: "club", label: "Club", all: "Tous les clubs", choices: loaderData.clubs }]
            : []),
          { name: "from", label: "Fin du", day: true },
          { name: "to", label: "au", day: true },
        ]}
        columns={COLUMNS}
        nameOf={memberLabel}
        actions={(row) => (
          <>
            <a
              href={`mailto:${row.email}`}
              aria-label={`Envoyer un e-mail à ${memberLabel(row)}`}
              title="Envoyer un e-mail"
              className="icon-button"
            >
              <Mail aria-hidden="true" size={17} />
            </a>
            <EditLink id={row.id} name={memberLabel(row)} />
            <DeleteButton
              id={row.id}
              name={memberLabel(row)}
              title="Supprimer ce membre ?"
              consequences={row.lost}
            />
          </>
        )}
        bulk={{
          statuses: STATUS_CHOICES,
          question: (ids, status) =>
            status === "active"
              ? undefined
              : endQuestion(
                  loaderData.rows.filter(({ id }) => ids.includes(id)),
                  loaderData.ends,
                ),
          deleting: "masculine",
          consequences: () => loaderData.lost,
        }}
        empty={{
          title: "Aucun membre",
          filtered: "Aucun membre ne correspond à vos filtres.",
          first: "Commencez par ajouter votre premier membre.",
          action: <CreateLink label="Nouveau membre" />,
        }}
      />
    </>
  );
}

/** The question before a club, or several, lose their membership; undefined where nobody depends on it. */
function endQuestion(
  rows: readonly ShownMember[],
  words: { one: string; many: string } | undefined,
): Question | undefined {
  const clubs = rows.filter(({ dependants }) => dependants);
  const players = clubs.reduce((sum, { dependants = 0 }) => sum + dependants, 0);
  return words && players > 0
    ? {
        title: `Mettre fin à l’adhésion de ${clubs.length > 1 ? `${clubs.length} clubs` : "ce club"}\u202f?`,
        message: several(players, words.one, words.many),
        action: "Changer le statut",
      }
    : undefined;
}

function StatusCell(row: ShownMember) {
  const { ends } = useLoaderData<typeof loader>();
  return (
    <StatusMenu
      id={row.id}
      name={memberLabel(row)}
      value={row.status}
      choices={STATUS_CHOICES}
      question={endQuestion([row], ends)}
    />
  );
}

function MemberCell(row: ShownMember) {
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="avatar max-md:hidden">
        {initials(memberLabel(row))}
      </span>
      <div className="min-w-0">
        <RecordLink id={row.id}>{memberLabel(row)}</RecordLink>
        {row.organisation && <p>{personName(row)}</p>}
        {row.city && <p className="text-muted">{row.city}</p>}
        {row.off && <p className="text-blood">{row.off}</p>}
        {row.namesake && (
          <p className="text-blood">
            <RecordLink id={row.namesake}>Doublon possible</RecordLink>
          </p>
        )}
      </div>
    </div>
  );
}

/** The club of a player, and of a club its places and players. */
function ClubCell({ id, club }: ShownMember) {
  const { search } = useLocation();
  if (!club) return null;
  const { number, name } = club;
  return name === undefined ? (
    <p>
      <Link to={`/admin/members/${id}/club${search}`} className="link md:text-[13px]">
        Places et joueurs
      </Link>
    </p>
  ) : (
    <p className="wrap-anywhere">
      <Link to={`?club=${number}`} className="link md:text-[13px]">
        {name}
      </Link>
    </p>
  );
}

function ContactCell({ email, phone }: ShownMember) {
  return (
    <div className="wrap-break-word md:w-[200px] md:text-[13px]">
      <p>
        <EmailText email={email} />
      </p>
      {phone && <p className="text-muted tabular-nums">{phone}</p>}
    </div>
  );
}

function Membership({ membership_start: from, membership_end: to }: ShownMember) {
  if (!from && !to) return <span className="text-muted">Non défini</span>;
  return (
    <div className="whitespace-nowrap md:text-[13px]">
      {from && <p>Du {formatDate("fr", from)}</p>}
      {to && <p>{`${from ? "au" : "Jusqu’au"} ${formatDate("fr", to)}`}</p>}
    </div>
  );
}

type Props = {
  id: string;
  name: string;
  /** Days left; negative after the end. */
  left: number;
  /** Reminders are off. */
  off: boolean;
};

/** The days to or since the end of a membership, and the button for a reminder. */
export function Ending({ id, name, left, off }: Props) {
  const { submit, pending } = useIntent();
  const button = (text: string, label: string, press: () => void) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={press}
      aria-label={`${text} ${label}`}
      className="min-h-7 underline"
    >
      {text}
    </button>
  );
  const toggle = () => submit("toggle", { ids: id, on: off ? "" : "on" });
  return (
    <div className="whitespace-nowrap md:text-[13px]">
      <p className={left < 0 ? "text-muted" : "font-semibold text-blood"}>{endingWords(left)}</p>
      {off && <p className="text-muted">Sans rappel</p>}
      <p className="flex gap-3 max-md:justify-end">
        {!off && button("Rappeler", `${name} maintenant`, () => submit("remind", { id }))}
        {off
          ? button("Reprendre", `les rappels ${ofName(name)}`, toggle)
          : button("Arrêter", `les rappels ${ofName(name)}`, toggle)}
      </p>
    </div>
  );
}

function endingWords(left: number): string {
  if (left === 0) return "Finit aujourd’hui";
  const days = Math.abs(left) === 1 ? "1 jour" : `${Math.abs(left)} jours`;
  return left > 0 ? `Finit dans ${days}` : `Finie depuis ${days}`;
}
