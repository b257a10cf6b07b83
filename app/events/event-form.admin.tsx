import { CalendarX, DoorOpen } from "lucide-react";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { ImageField } from "../files/admin/file-picker.tsx";
import { currencyLabel, several } from "../i18n/format.ts";
import { PreviewLinks } from "../kit/demonstration/preview-links.tsx";
import { useDraft } from "../kit/drafts/use-draft.tsx";
import { EventTabs } from "../kit/event-tabs.tsx";
import { CURRENCY_CHOICES } from "../kit/form/currency-choices.ts";
import { type FormValues, groupLabels } from "../kit/form/field-groups.ts";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../kit/form/form-dialog.tsx";
import { SiteLink, VersionsLink } from "../kit/form/form-links.tsx";
import { FormSection, FormSteps } from "../kit/form/form-section.tsx";
import { type GroupField, Repeater } from "../kit/form/repeater.tsx";
import { recordAt, type SaveState, saveAction } from "../kit/form/save.server.ts";
import { deliveryText } from "../mail/mail.server.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import { typedMarkdown } from "../texts/read-text.server.ts";
import { MARKDOWN_HINT, TextEditor } from "../texts/text-editor.admin.tsx";
import { Checkbox, Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/event-form.admin.ts";
import { eventFormSchema, packageFields } from "./event-schema.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./events.record.ts";
import {
  createEvent,
  eventFields,
  findEventForStaff,
  findNeedOfReason,
  listWithdrawn,
  updateEvent,
} from "./events.staff.server.ts";
import { DEFAULT_PACKAGE, EVENT_CATEGORIES, statusContradiction } from "./events.ts";
import { NoticePanel, useConfirmation } from "./notice-panel.tsx";

const LIST = "/admin/events";

const NEW = {
  max_participants: "50",
  price: "0",
  type: "in-person",
  status: "upcoming",
  ...packageFields([DEFAULT_PACKAGE]),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) {
    const defaults = { ...NEW, currency: cachedSettings().events.currency };
    return {
      defaults,
      packages: {},
      withdrawn: [],
      taken: undefined,
      note: undefined,
      isCancelled: false,
      needsReason: false,
      isSample: false,
    };
  }
  const { event, withdrawn, needsReason } = await recordAt(context, id, readForForm);
  return {
    defaults: eventFields(event),
    // The invented people of a sample leave when it is saved.
    taken: event.is_sample ? undefined : event.current_participants,
    packages: Object.fromEntries(
      (event.prices ?? []).map((one) => [one.id, event.is_sample ? 0 : one.taken]),
    ),
    isSample: event.is_sample,
    withdrawn,
    note: statusContradiction(event, currentTime()),
    isCancelled: event.status === "cancelled",
    needsReason,
  };
}

async function readForForm(db: StaffDb, id: string) {
  const event = await findEventForStaff(db, id);
  return (
    event && {
      event,
      withdrawn: await listWithdrawn(db, id),
      needsReason: await findNeedOfReason(db, event),
    }
  );
}

export const action = saveAction({
  schema: eventFormSchema,
  list: LIST,
  fieldsOf: eventFields,
  typed: (values) => typedMarkdown(values, ["description", "description_en"]),
  create: { run: createEvent, text: "Événement créé avec succès" },
  update: {
    run: updateEvent,
    text: (people) =>
      people > 0
        ? `Événement mis à jour avec succès. ${toldText(people)}`
        : "Événement mis à jour avec succès",
  },
});

/** What a save that told people says instead of offering to take it back. */
const toldText = (people: number) =>
  deliveryText(
    `${several(people, "personne est prévenue", "personnes sont prévenues")} : pour revenir en arrière, modifiez-le de nouveau, et un autre message partira.`,
    `Ce site ne peut pas envoyer d’e-mail : ${several(people, "personne est à prévenir", "personnes sont à prévenir")} par vous-même. Pour revenir en arrière, modifiez-le de nouveau, et prévenez aussi de cela.`,
  );

const LABELS = {
  title: "Titre",
  description: "Description",
  location: "Lieu",
  rules: "Règlement",
  title_en: "Titre (anglais)",
  description_en: "Description (anglais)",
  location_en: "Lieu (anglais)",
  rules_en: "Règlement (anglais)",
  date: "Date",
  time: "Heure",
  end_date: "Date de fin",
  end_time: "Heure de fin",
  registration_opens_at: "Ouverture des inscriptions",
  registration_closes_at: "Clôture des inscriptions",
  category: "Catégorie",
  type: "Type",
  status: "Statut",
  image_url: "Image",
  max_participants: "Nombre maximum de participants",
  unlimited: "Nombre de places illimité",
  currency: "Devise",
  price: "Prix",
  invitation: "Sur invitation",
  asks_gamertag: "Gamertag et plateforme",
  asks_licence: "Licence de la fédération demandée",
  asks_club: "Licence d’un club affilié demandée",
  min_age: "Âge minimum",
  max_age: "Âge maximum",
};

const SECTIONS = ["Textes", "Dates et places", "Inscription", "Conditions"];
const CATEGORIES = EVENT_CATEGORIES.map((value) => ({ value, label: value }));
const ENGLISH = ["title_en", "description_en", "location_en", "rules_en"] as const;

export default function EventFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { taken: participants, packages, withdrawn, note, isCancelled } = loaderData;
  const status = useReopening(isCancelled);
  const defaults = status ? { ...loaderData.defaults, status } : loaderData.defaults;
  const followStatus = useCancellation(loaderData.needsReason ? params.id : undefined);
  const draft = useDraft({ entity: "events", record: params.id ?? "new" }, actionData);
  const { state } = draft;
  const submit = useConfirmation(state?.notice, "Enregistrer");
  const field = fieldsOf(defaults, state);
  return (
    <FormDialog
      title={params.id ? "Modifier l’événement" : "Nouvel événement"}
      list={LIST}
      defaults={defaults}
      state={state}
      draft={draft}
      labels={{ ...LABELS, ...priceLabels(state?.values ?? {}) }}
      submit={submit}
      dismiss={params.id && !isCancelled ? "Fermer" : undefined}
      screen
      steps={
        <FormSteps titles={SECTIONS}>
          {params.id && (
            <>
              <EventTabs event={params.id} at="event" />
              <hr />
            </>
          )}
        </FormSteps>
      }
      aside={
        params.id && (
          <>
            <SiteLink href={`/events/${params.id}`} isPublic />
            <VersionsLink table="events" id={params.id} />
            {!isCancelled && <CancelLink event={params.id} />}
          </>
        )
      }
    >
      {loaderData.isSample && (
        <p className="text-muted">
          Cet événement est un exemple : si vous l’enregistrez, il devient le vôtre et ses
          participants fictifs sont retirés.
        </p>
      )}
      {state?.notice && <NoticePanel notice={state.notice} />}
      <FormSection title="Textes">
        <Bilingual
          englishFields={ENGLISH}
          state={state}
          record={params.id ? { table: "events", id: params.id } : undefined}
          french={
            <>
              <TextField {...field("title")} label={LABELS.title} required />
              <TextEditor
                {...field("description")}
                label={LABELS.description}
                hint={MARKDOWN_HINT}
                page={{ picture: "image_url" }}
                required
              />
              <TextField {...field("location")} label={LABELS.location} required />
              <TextArea
                {...field("rules")}
                label={LABELS.rules}
                hint="Chaque ligne devient une règle."
                rows={4}
              />
            </>
          }
          english={
            <>
              <TextField {...field("title_en")} label="Title" />
              <TextEditor
                {...field("description_en")}
                label="Description"
                language="en"
                page={{ picture: "image_url" }}
              />
              <TextField {...field("location_en")} label="Venue" />
              <TextArea {...field("rules_en")} label="Rules" rows={4} />
            </>
          }
        />
      </FormSection>
      <FormSection title="Dates et places">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField {...field("date")} label={LABELS.date} type="date" required />
          <TextField {...field("time")} label={LABELS.time} type="time" />
          <TextField
            {...field("end_date")}
            label={LABELS.end_date}
            hint="Vide : le même jour"
            type="date"
          />
          <TextField
            {...field("end_time")}
            label={LABELS.end_time}
            hint="Vide : la fin de la journée"
            type="time"
          />
          <TextField
            {...field("registration_opens_at")}
            label={LABELS.registration_opens_at}
            hint="Vide : tout de suite"
            type="datetime-local"
          />
          <TextField
            {...field("registration_closes_at")}
            label={LABELS.registration_closes_at}
            hint="Vide : au début de l’événement"
            type="datetime-local"
          />
          <Select
            {...field("category")}
            label={LABELS.category}
            options={CATEGORIES}
            placeholder="Choisir…"
            required
          />
          <Select {...field("type")} label={LABELS.type} options={TYPE_CHOICES} />
          <div onChange={followStatus}>
            <Select
              {...field("status")}
              label={LABELS.status}
              hint={note}
              options={STATUS_CHOICES}
            />
          </div>
          <ImageField {...field("image_url")} label="Image (URL)" />
          <div className="grid content-start gap-3">
            <TextField
              {...field("max_participants")}
              label={LABELS.max_participants}
              hint={participants === undefined ? undefined : `Places déjà prises : ${participants}`}
              type="number"
              inputMode="numeric"
              min="1"
            />
            <Checkbox {...field("unlimited")}>{LABELS.unlimited}</Checkbox>
          </div>
        </div>
      </FormSection>
      <FormSection title="Inscription" isTitled>
        <PriceFields defaults={defaults} state={state} taken={packages}>
          {(priceLabel) => (
            <>
              <Select
                {...field("currency")}
                label={LABELS.currency}
                hint="La devise des prix ci-dessous. Elle ne peut plus changer dès qu’une personne s’est inscrite à un prix."
                options={CURRENCY_CHOICES}
              />
              {/* Beside packages, which have their own, this price would be taken for theirs. */}
              <div className={state?.errors.price ? "" : "group-has-data-entry:hidden"}>
                <TextField
                  {...field("price")}
                  label={priceLabel}
                  hint="Sans formule, ce prix s’applique. 0 : gratuit."
                  type="number"
                  inputMode="numeric"
                  min="0"
                  step="1000"
                />
              </div>
              {withdrawn.length > 0 && (
                <p className="text-muted">
                  Formules retirées, encore valables pour les personnes qui les ont choisies :{" "}
                  {withdrawn.join(", ")}
                </p>
              )}
              <Checkbox {...field("invitation")}>
                Sur invitation : pas d’inscription sur le site
              </Checkbox>
            </>
          )}
        </PriceFields>
      </FormSection>
      <FormSection title="Conditions" isTitled>
        <PersonRules field={field} />
      </FormSection>
      {params.id && <DoorLink event={params.id} />}
      {params.id && <PreviewLinks kind="events" id={params.id} />}
    </FormDialog>
  );
}

/** The status that was chosen in the list for a cancelled event: its form saves it, after showing who will be told. */
function useReopening(isCancelled: boolean): string | undefined {
  const { hash } = useLocation();
  const choice = STATUS_CHOICES.find(({ value }) => `#${value}` === hash);
  return isCancelled ? choice?.value : undefined;
}

/**
 * Somebody is registered for this event: choosing 'Annulé' opens the cancellation, which asks for its reason. The draft
 * keeps what was typed, with the status that the event has.
 */
function useCancellation(event: string | undefined) {
  const navigate = useNavigate();
  const { search } = useLocation();
  return ({ target }: ChangeEvent<HTMLElement>) => {
    if (!event || !(target instanceof HTMLSelectElement) || target.value !== "cancelled") return;
    for (const option of target.options) option.selected = option.defaultSelected;
    navigate(`/admin/events/${event}/cancel${search}`);
  };
}

function CancelLink({ event }: { event: string }) {
  const { search } = useLocation();
  return (
    <Link to={`/admin/events/${event}/cancel${search}`} className="button quiet text-blood">
      <CalendarX aria-hidden="true" size={17} />
      Annuler l’événement
    </Link>
  );
}

/** Who stands at its entrance. */
function DoorLink({ event }: { event: string }) {
  return (
    <p>
      <Link to={`/admin/events/${event}/door`} className="button quiet">
        <DoorOpen aria-hidden="true" size={17} />
        Qui tient l’entrée
      </Link>
    </p>
  );
}

const GAMERTAG_OPTIONS = [
  { value: "yes", label: "Demandés à l’inscription" },
  { value: "no", label: "Non demandés" },
];

const AGE = { type: "number", inputMode: "numeric", min: "1", max: "120" } as const;

/** Who may come, and what they are asked beside their name. */
function PersonRules({ field }: { field: ReturnType<typeof fieldsOf> }) {
  return (
    <fieldset className="grid gap-4 md:grid-cols-3">
      <legend className="mb-3 text-lg font-bold">Conditions</legend>
      <Select
        {...field("asks_gamertag")}
        label={LABELS.asks_gamertag}
        hint="Selon la catégorie : demandés pour un tournoi ou un championnat."
        options={GAMERTAG_OPTIONS}
        placeholder="Selon la catégorie"
      />
      <TextField
        {...field("min_age")}
        label={LABELS.min_age}
        hint="Facultatif. Cet âge est compris, et compté à la date de l’événement."
        {...AGE}
      />
      <TextField
        {...field("max_age")}
        label={LABELS.max_age}
        hint="Facultatif. Cet âge est compris, et compté à la date de l’événement."
        {...AGE}
      />
      <div className="md:col-span-3">
        <Checkbox {...field("asks_licence")}>{LABELS.asks_licence}</Checkbox>
        <p className="mt-1 pl-9 text-sm text-muted">
          Une licence de joueur, valable le jour de l’événement. Les personnes déjà inscrites
          gardent leur place : l’entrée indique « Sans licence ».
        </p>
      </div>
      <div className="md:col-span-3">
        <Checkbox {...field("asks_club")}>{LABELS.asks_club}</Checkbox>
        <p className="mt-1 pl-9 text-sm text-muted">
          Seuls les joueurs d’un club affilié s’inscrivent. La licence est alors demandée, même si
          la case précédente n’est pas cochée. L’entrée indique « Sans club affilié ».
        </p>
      </div>
    </fieldset>
  );
}

const PRICE_LABELS = {
  name: "Nom",
  name_en: "Nom (anglais)",
  amount: "Prix",
  description: "Description",
  description_en: "Description (anglais)",
  features: "Avantages",
  features_en: "Avantages (anglais)",
  quota: "Quota de places",
  ends_at: "Proposée jusqu’au",
};

/** What the fields of the packages are called, to say where two versions differ. */
const priceLabels = (values: FormValues) => groupLabels(values, "prices", "Formule", PRICE_LABELS);

type PriceProps = {
  defaults: Defaults;
  state: SaveState | undefined;
  /** By the word of a package, how many of its places somebody has. */
  taken: Readonly<Record<string, number>>;
  /** What stands above the packages: the price without one, under this label. */
  children: (priceLabel: string) => ReactNode;
};

/** What it costs to come: one price, or packages to choose from. */
function PriceFields({ defaults, state, taken, children }: PriceProps) {
  const [currency, setCurrency] = useState((state?.values ?? defaults).currency ?? "");
  const priceLabel = `${PRICE_LABELS.amount} (${currencyLabel(currency)})`;
  // The prices say in which currency they are as soon as another one is chosen.
  const follow = ({ target }: ChangeEvent<HTMLFieldSetElement>) => {
    const control: unknown = target;
    if (control instanceof HTMLSelectElement && control.name === "currency") {
      setCurrency(control.value);
    }
  };
  return (
    <fieldset className="group grid gap-4" onChange={follow}>
      <legend className="mb-3 text-lg font-bold">Inscription</legend>
      {children(priceLabel)}
      <Repeater
        list="prices"
        noun="Formule"
        one="une formule"
        defaults={defaults}
        state={state}
        sortable
      >
        {(field) => <OptionFields field={field} taken={taken} priceLabel={priceLabel} />}
      </Repeater>
    </fieldset>
  );
}

type OptionProps = { field: GroupField; priceLabel: string } & Pick<PriceProps, "taken">;

function OptionFields({ field, taken, priceLabel }: OptionProps) {
  const { name, defaultValue } = field("id");
  const places = taken[defaultValue ?? ""] ?? 0;
  return (
    <>
      <input type="hidden" name={name} value={defaultValue} />
      <TextField {...field("name")} label={PRICE_LABELS.name} required />
      <TextField {...field("name_en")} label={PRICE_LABELS.name_en} />
      <TextField {...field("description")} label={PRICE_LABELS.description} required />
      <TextField {...field("description_en")} label={PRICE_LABELS.description_en} />
      <TextArea
        {...field("features")}
        label={PRICE_LABELS.features}
        hint="Un par ligne."
        rows={3}
      />
      <TextArea
        {...field("features_en")}
        label={PRICE_LABELS.features_en}
        hint="One per line."
        rows={3}
      />
      <TextField
        {...field("amount")}
        label={priceLabel}
        hint="0 : gratuit."
        type="number"
        inputMode="numeric"
        min="0"
        step="1000"
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field("quota")}
          label={PRICE_LABELS.quota}
          hint={`Vide : autant que l’événement.${places > 0 ? ` Déjà prises : ${places}` : ""}`}
          type="number"
          inputMode="numeric"
          min="1"
        />
        <TextField
          {...field("ends_at")}
          label={PRICE_LABELS.ends_at}
          hint="Vide : jusqu’à la clôture des inscriptions"
          type="datetime-local"
        />
      </div>
    </>
  );
}
