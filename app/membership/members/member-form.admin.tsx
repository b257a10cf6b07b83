import { type ChangeEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import { app } from "../../core/app.ts";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { staffContext } from "../../core/staff-context.ts";
import { GuardianPanel } from "../../guardians/guardian-fields.admin.tsx";
import { consentOf, GUARDIAN_LABELS, guardianDefaults } from "../../guardians/guardian-labels.ts";
import { formatDate, isoDay, several } from "../../i18n/format.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { FormSection } from "../../kit/form/form-section.tsx";
import { formDefaults, recordAt, saveForm } from "../../kit/form/save.server.ts";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { MailTrace } from "../../mail/mail-trace.admin.tsx";
import { findHardBounce } from "../../mail/sent-mails.staff.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import { listOrdersOf } from "../../payments/orders/orders.operations.server.ts";
import { MEMBER_ORDERS } from "../../payments/orders/orders.ts";
import { OrderLinks, orderLine } from "../../payments/payment-badges.admin.tsx";
import { countAtSameAddress } from "../../records/list/counting.staff.server.ts";
import { Checkbox, Select, TextField } from "../../ui/fields.tsx";
import { findClubMembership, listClubNames } from "../clubs/clubs.staff.server.ts";
import { membershipPeriod } from "../renewal/membership-period.ts";
import type { Route } from "./+types/member-form.admin.ts";
import { dependantWords } from "./dependant-words.server.ts";
import { EXPERIENCE_WORDS } from "./members.record.ts";
import {
  countMoves,
  createMember,
  findMember,
  findPeriod,
  listDependants,
  listMembershipNames,
  type Member,
  type MemberForm,
  memberFormSchema,
  updateMember,
} from "./members.staff.server.ts";
import { members } from "./members.table.server.ts";
import { memberLabel, STATUS_CHOICES, TYPE_CHOICES } from "./members.ts";
import { countNamesakes, listNamesakes } from "./namesakes.staff.server.ts";

const LIST = "/admin/members";

declare module "../../core/app.ts" {
  interface App {
    /** The number and the state of a member's licence; set by the licences, which know memberships. */
    findLicenceWords: (db: StaffDb, id: string) => Promise<string | undefined>;
  }
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  const memberships = await asStaff(context.get(staffContext), listMembershipNames);
  if (id === undefined) {
    const defaults = { member_type: "player", status: "pending", language: "fr" };
    return {
      defaults,
      memberships,
      consent: undefined,
      application: undefined,
      orders: [],
      mail: undefined,
      others: 0,
      namesakes: [],
      period: membershipPeriod(isoDay(currentTime())),
      licence: undefined,
      club: undefined,
      ends: undefined,
    };
  }
  const { member, orders, refusal, others, namesakes, period, licence, club, players } =
    await recordAt(context, id, findWithRefusal);
  return {
    defaults: defaultsOf(member),
    memberships,
    consent: consentOf(member),
    application: readAnswers(member),
    orders: orders.map(orderLine),
    mail: { id, email: member.email, refusal },
    others,
    namesakes,
    period: member.status === "active" ? undefined : period,
    licence,
    club,
    ends: players ? dependantWords(players) : undefined,
  };
}

async function findWithRefusal(db: StaffDb, id: string) {
  const member = await findMember(db, id);
  return (
    member && {
      member,
      orders: await listOrdersOf(db, MEMBER_ORDERS, id),
      refusal: await findHardBounce(db, member.email),
      others: await countAtSameAddress(db, members, member),
      namesakes: await listNamesakes(db, id),
      period: await findPeriod(db, member),
      licence: await app().findLicenceWords?.(db, id),
      club: await findClubWords(db, member),
      players: (await listDependants(db, [id])).get(id),
    }
  );
}

/** Of a player the club, of a club nothing but its number. */
async function findClubWords(db: StaffDb, { id, club, member_type }: Member) {
  if (club === null) return undefined;
  if (member_type === "club") return { number: club, name: undefined, asked: undefined };
  const asked = (await countMoves(db, id)) > 0 ? await findClubMembership(db, club) : undefined;
  return {
    number: club,
    name: (await listClubNames(db, [club])).get(club) ?? `n° ${club}`,
    /** The record of the club whose answer a move waits for. */
    asked: asked?.id,
  };
}

function defaultsOf({ application_token: _secret, browser: _browser, ...member }: Member) {
  return { ...formDefaults(member), ...guardianDefaults(member) };
}

/** The answers of somebody who applied on the site. */
function readAnswers({ experience, games, motivation }: Member) {
  return experience && { experience: EXPERIENCE_WORDS[experience], games, motivation };
}

export function action({ request, params: { id }, context, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: memberFormSchema,
    returnTo: LIST + url.search,
    fieldsOf: defaultsOf,
    async save(db, form: MemberForm, version) {
      const before = id === undefined ? undefined : await findMember(db, id);
      const saved = id ?? (await createMember(db, form));
      if (id !== undefined) await updateMember(db, id, form, version);
      const text = `Membre ${id === undefined ? "créé" : "mis à jour"} avec succès`;
      const isAccepted = form.status === "active" && before?.status !== "active";
      const isTold = (id === undefined || isAccepted) && (await countNamesakes(db, [saved])) > 0;
      // The record says who it is.
      return isTold
        ? {
            text: `${text}. Doublon possible\u202f: voyez l’autre fiche`,
            to: `${LIST}/${saved}${url.search}`,
          }
        : text;
    },
  });
}

const LABELS = {
  organisation: "Organisation",
  first_name: "Prénom",
  last_name: "Nom",
  email: "E-mail",
  phone: "Téléphone",
  birth_date: "Date de naissance",
  city: "Ville",
  address: "Adresse",
  member_type: "Type",
  status: "Statut",
  membership_type_id: "Type d’adhésion",
  membership_start: "Début d’adhésion",
  membership_end: "Fin d’adhésion",
  language: "Langue des e-mails",
  renews: "C’est un renouvellement, pas un doublon",
};

const LANGUAGE_CHOICES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "Anglais" },
];

const READDRESSED =
  "Si vous corrigez cette adresse, un nouveau lien y est envoyé ; l’ancienne est prévenue, et ses liens ne sont plus valables.";
const READDRESSED_UNTOLD = `Si vous corrigez cette adresse, les liens envoyés à l’ancienne ne seront plus valables. ${NO_MAIL_NOTICE}`;

const othersWords = (count: number) =>
  count === 0
    ? ""
    : ` ${several(count, "autre adhésion a", "autres adhésions ont")} cette adresse : corrigez-les aussi.`;

export default function MemberFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, memberships, consent, application, orders, mail, others } = loaderData;
  const { namesakes, period, licence, club, ends } = loaderData;
  const { search } = useLocation();
  const field = fieldsOf(defaults, actionData);
  const notice = useNotice();
  const { hasOrganisation, showOrganisation } = useOrganisation(
    field("member_type").defaultValue,
    field("organisation").defaultValue,
  );
  return (
    <FormDialog
      title={params.id ? "Modifier le membre" : "Nouveau membre"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={{ ...LABELS, ...GUARDIAN_LABELS }}
      screen
    >
      {namesakes.length > 0 && <Namesakes namesakes={namesakes} />}
      {(actionData?.errors.renews ?? actionData?.values.renews) && (
        <div className="rounded-control border border-line bg-rose p-4">
          <Checkbox {...field("renews")} required>
            {LABELS.renews}
          </Checkbox>
        </div>
      )}
      {mail && (
        <div>
          <MailTrace {...mail} />
        </div>
      )}
      <FormSection title="Identité">
        <div className="grid gap-4 md:grid-cols-2" onChange={showOrganisation}>
          <Select {...field("member_type")} label={LABELS.member_type} options={TYPE_CHOICES} />
          {hasOrganisation && (
            <div className="md:col-span-2">
              <TextField
                {...field("organisation")}
                label={LABELS.organisation}
                hint="Le nom du club ou du partenaire ; la personne qui suit est alors son président ou son contact."
              />
            </div>
          )}
          <div className="col-span-full grid gap-4 md:grid-cols-2">
            <TextField {...field("first_name")} label={LABELS.first_name} required />
            <TextField {...field("last_name")} label={LABELS.last_name} required />
            <TextField {...field("birth_date")} label={LABELS.birth_date} type="date" />
          </div>
        </div>
      </FormSection>
      <FormSection title="Coordonnées">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...field("email")}
            label={LABELS.email}
            type="email"
            hint={params.id && notice(READDRESSED, READDRESSED_UNTOLD) + othersWords(others)}
            required
          />
          <TextField {...field("phone")} label={LABELS.phone} type="tel" />
          <TextField {...field("address")} label={LABELS.address} />
          <TextField {...field("city")} label={LABELS.city} />
          <Select {...field("language")} label={LABELS.language} options={LANGUAGE_CHOICES} />
        </div>
      </FormSection>
      <FormSection title="Adhésion">
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            {...field("membership_type_id")}
            label={LABELS.membership_type_id}
            options={memberships}
            placeholder="Aucun"
          />
          <Select
            {...field("status")}
            label={LABELS.status}
            options={STATUS_CHOICES}
            hint={ends && `Si ce club n’est plus actif\u202f: ${ends}`}
          />
          <TextField {...field("membership_start")} label={LABELS.membership_start} type="date" />
          <TextField
            {...field("membership_end")}
            label={LABELS.membership_end}
            hint={
              period &&
              `Vide : une adhésion qui devient active se termine le ${formatDate("fr", period.end)}`
            }
            type="date"
          />
        </div>
      </FormSection>
      <GuardianPanel field={field} consent={consent} when="le jour de sa demande d’adhésion" />
      {licence && (
        <section aria-labelledby="licence" className="rounded-control bg-sand p-4">
          <h3 id="licence" className="text-base">
            Licence
          </h3>
          <p>{licence}</p>
          <p className="mt-2">
            <Link to={`${LIST}/${params.id}/licence${search}`} className="link">
              Carte et suspension
            </Link>
          </p>
        </section>
      )}
      {club && (
        <section aria-labelledby="club" className="rounded-control bg-sand p-4">
          <h3 id="club" className="text-base">
            Club
          </h3>
          {club.name && <p>{club.name}</p>}
          <p className="mt-2">
            <Link
              to={club.name ? `${LIST}?club=${club.number}` : `${LIST}/${params.id}/club${search}`}
              className="link"
            >
              {club.name ? "Joueurs de ce club" : "Places, joueurs et invitations"}
            </Link>
          </p>
          {club.asked && (
            <p className="mt-2">
              <Link to={`${LIST}/${club.asked}/club${search}`} className="link">
                Demande de changement de club
              </Link>
            </p>
          )}
        </section>
      )}
      {params.id && (
        <section aria-labelledby="payments" className="rounded-control bg-sand p-4">
          <h3 id="payments" className="text-base">
            Paiements
          </h3>
          <OrderLinks orders={orders} empty="Aucune commande pour le moment." />
          <p className="mt-2">
            <Link to={`${LIST}/${params.id}/payments${search}`} className="link">
              Paiements et encaissement
            </Link>
          </p>
        </section>
      )}
      {application && <ApplicationPanel {...application} />}
    </FormDialog>
  );
}

/** A club or a partner has a name of its own; that of a player is shown where one is stored. */
function useOrganisation(type: string | undefined, stored: string | undefined) {
  const [isPlayer, setIsPlayer] = useState(type === "player");
  return {
    hasOrganisation: !isPlayer || Boolean(stored),
    showOrganisation: ({ target }: ChangeEvent<HTMLElement>) => {
      if (target instanceof HTMLSelectElement) setIsPlayer(target.value === "player");
    },
  };
}

type Namesake = Awaited<ReturnType<typeof listNamesakes>>[number];

/** Other memberships that may be the same member's. */
function Namesakes({ namesakes }: { namesakes: readonly Namesake[] }) {
  const { search } = useLocation();
  return (
    <section className="rounded-control border border-line bg-rose p-4">
      <h3 className="text-base">Doublon possible</h3>
      <p>Une autre fiche en cours a le même nom et la même adresse e-mail :</p>
      <ul className="list-disc pl-5">
        {namesakes.map((one) => (
          <li key={one.id}>
            <Link to={`${LIST}/${one.id}${search}`} className="link">
              {memberLabel(one)}
            </Link>
            {`, ${wordOf(STATUS_CHOICES, one.status)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ApplicationTexts = { experience: string; games: string | null; motivation: string | null };

function ApplicationPanel({ experience, games, motivation }: ApplicationTexts) {
  return (
    <section aria-labelledby="application" className="rounded-control bg-sand p-4">
      <h3 id="application" className="text-base">
        Candidature
      </h3>
      <dl className="mt-2 grid gap-2">
        {[
          ["Niveau", experience],
          ["Jeux pratiqués", games],
          ["Motivation", motivation],
        ].map(
          ([term, words]) =>
            words && (
              <div key={term}>
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="whitespace-pre-line">{words}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
