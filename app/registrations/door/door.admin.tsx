import {
  Check,
  CircleCheck,
  CircleX,
  CloudOff,
  LoaderCircle,
  Search,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { data, Form, Link, useFetcher, useSubmit } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { holds } from "../../core/values/permissions.ts";
import { telAddress } from "../../core/values/phone.ts";
import { pick } from "../../core/values/pick.ts";
import { hasDoorAccess } from "../../events/door/event-door.operations.server.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatDate, formatMoment, isoDay } from "../../i18n/format.ts";
import { EventNav } from "../../kit/event-tabs.tsx";
import { intent, runIntents, toggleOneIntent } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { useMay } from "../../kit/may.tsx";
import type { MissingAnswer } from "../../kit/missing-answer.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import type { Toast } from "../../kit/toast.ts";
import { LIST, Presence } from "../admin/registration-controls.admin.tsx";
import { formatCost } from "../admin/registration-labels.ts";
import { STATUS_LABELS } from "../admin/registration-status-labels.ts";
import {
  countPlacesOfEvent,
  type EventChoice as EventChoiceRow,
  findNextEvent,
  listEventChoices,
} from "../registrations.staff.server.ts";
import type { Route } from "./+types/door.admin.ts";
import { NO_DOORS } from "./assigned-doors.tsx";
import {
  type Arrival,
  type AtDoor,
  checkIn,
  checkInAtDoor,
  type DoorFindings,
  findAtDoor,
  findNearestDoor,
  listArrivals,
  listOpenDoors,
  undoCheckIn,
} from "./door.staff.server.ts";
import { TicketCamera, useHasCamera } from "./ticket-camera.tsx";

export const handle = { loadFailure: "Erreur lors du chargement des inscriptions" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("event") ?? "";
  const words = (url.searchParams.get("q") ?? "").slice(0, WORDS_LENGTH);
  const isWhole = holds(context.get(rightsContext), "registrations.edit");
  const today = isoDay(currentTime());
  const result = await asStaff(context.get(staffContext), async (db) => {
    const choices = isWhole ? await listEventChoices(db) : await listOpenDoors(db);
    const next = isWhole ? await findNextEvent(db, today) : findNearestDoor(choices, today);
    const event = isId(asked) ? asked : next;
    if (!event) return { choices, isWhole, desk: undefined };
    if (!(await hasDoorAccess(db, event))) return undefined;
    const desk = {
      event,
      words,
      places: pick(await countPlacesOfEvent(db, event), ["confirmed", "checked_in"]),
      arrivals: await listArrivals(db, event, isWhole),
      findings: words.trim() ? await findAtDoor(db, event, words, isWhole) : undefined,
    };
    return { choices, isWhole, desk };
  });
  if (!result) throw data(null, 403);
  return result;
}

/** As the `maxLength` of the field. */
const WORDS_LENGTH = 80;

const scanned = z.object({ event: z.uuid(), code: z.string().trim().min(1).max(500) });

export function action({ request, context }: Route.ActionArgs) {
  const rights = context.get(rightsContext);
  return runIntents(request, context, {
    scan: intent(
      scanned,
      async (db, { event, code }) => {
        const { id, first_name, last_name, gamertag, price_name, is_test } = await checkInAtDoor(
          db,
          event,
          code,
        );
        const who = `${first_name} ${last_name}${gamertag ? ` (${gamertag})` : ""}`;
        const isWhole = holds(rights, "registrations.edit");
        const arrival = (await listArrivals(db, event, isWhole)).find((one) => one.id === id);
        const notes = [arrival?.notice, arrival?.licence?.text].filter(Boolean);
        const text = `${is_test ? "Essai, " : ""}${who}, ${price_name} : présence enregistrée avec succès${notes.map((note) => `. ${note}`).join("")}`;
        return { text, doubtful: arrival?.licence?.isValid === false };
      },
      REFUSED,
    ),
    toggle: toggleOneIntent(
      {
        run: checkIn,
        text: ({ first_name }) => `Présence ${ofName(first_name)} enregistrée avec succès`,
      },
      {
        run: undoCheckIn,
        text: ({ first_name }) => `Présence ${ofName(first_name)} retirée avec succès`,
      },
    ),
  });
}

const REFUSED = "Refusé";
/** The answer begins with the word that already stands large above it. */
const WITH_REFUSED = new RegExp(`^${REFUSED}\\s:\\s`);

/** The entrance of an event: a field for a scanner or a keyboard, and a search for people without a ticket. */
export default function DoorAdmin({ loaderData }: Route.ComponentProps) {
  const { choices, isWhole, desk } = loaderData;
  const list = desk ? `${LIST}?event=${desk.event}` : LIST;
  return (
    <div className="tool">
      <OfficeHead title="Entrée">
        <Link to={useMay()(LIST) ? list : "/admin"} className="link p-2">
          Quitter
        </Link>
      </OfficeHead>
      {isWhole && desk && <EventNav event={desk.event} at="door" />}
      {(isWhole || choices.length > 0) && <EventChoice choices={choices} event={desk?.event} />}
      {desk ? (
        <div className="grid grid-cols-1 gap-5">
          <Scanner key={desk.event} event={desk.event} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <DoorSearch key={`${desk.event} ${desk.words}`} {...desk} />
            <section aria-labelledby="arrivals" className="panel min-w-0 p-4">
              <h2 id="arrivals" className="text-lg">
                {desk.places.checked_in} / {desk.places.confirmed} présents
              </h2>
              <Arrivals arrivals={desk.arrivals} />
            </section>
          </div>
        </div>
      ) : isWhole ? (
        <Empty
          title="Aucun événement à venir"
          first="Choisissez l’événement dont vous tenez l’entrée."
        />
      ) : (
        <Empty title={NO_DOORS.title} first={NO_DOORS.text} />
      )}
    </div>
  );
}

type ChoiceProps = { choices: readonly EventChoiceRow[]; event: string | undefined };

function EventChoice({ choices, event }: ChoiceProps) {
  const submit = useSubmit();
  return (
    <Form className="mb-4">
      <label>
        <span className="sr-only">Événement</span>
        <select
          key={event}
          name="event"
          defaultValue={event ?? ""}
          onChange={({ currentTarget }) => submit(currentTarget.form)}
          className="min-h-12 w-full rounded-control border border-control bg-white px-3 font-semibold"
        >
          <option value="" disabled>
            Choisir l’événement…
          </option>
          {choices.map(({ id, title, date }) => (
            <option key={id} value={id}>
              {title}, {formatDate("fr", date)}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

/** The last arrivals, each with a button that undoes it. */
function Arrivals({ arrivals }: { arrivals: readonly Arrival[] }) {
  if (arrivals.length === 0) return <p className="mt-2 text-muted">Personne pour le moment.</p>;
  return (
    <ul className="mt-2 grid divide-y divide-line">
      {arrivals.map((one) => (
        <li key={one.id} className="flex items-center justify-between gap-3 py-2">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">
              {one.first_name} {one.last_name} {one.is_test && <Badge tone="bad">Essai</Badge>}
            </p>
            <p className="text-sm text-muted">
              {one.reference} · {formatMoment("fr", one.checked_in_at)}
            </p>
            <AgeNotice {...one} />
            <LicenceNote licence={one.licence} />
          </div>
          <Presence {...one} status="confirmed" />
        </li>
      ))}
    </ul>
  );
}

type Props = { event: string; words: string; findings: DoorFindings | undefined };

/** Finds people without a ticket by name, among those of this event. */
function DoorSearch({ event, words, findings }: Props) {
  return (
    <section aria-labelledby="by-name" className="panel min-w-0 p-4">
      <h2 id="by-name" className="text-lg">
        Sans billet
      </h2>
      <Form role="search" className="mt-2 flex gap-3" preventScrollReset>
        <input type="hidden" name="event" value={event} />
        <input
          type="search"
          name="q"
          aria-label="Nom, référence ou numéro de licence"
          placeholder="Nom, référence ou licence"
          defaultValue={words}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-12 w-full min-w-0 rounded-control border border-control bg-white px-3.5"
        />
        <button type="submit" className="button quiet">
          <Search aria-hidden="true" size={18} />
          <span className="max-sm:sr-only">Chercher</span>
        </button>
      </Form>
      {findings && <Found {...findings} />}
    </section>
  );
}

function Found({ rows, more }: DoorFindings) {
  if (rows.length === 0) {
    return (
      <p role="status" className="mt-3 text-muted">
        Aucune personne de ce nom n’est inscrite à cet événement.
      </p>
    );
  }
  return (
    <>
      <ul className="mt-3 grid divide-y divide-line">
        {rows.map((row) => (
          <Registrant key={row.id} row={row} />
        ))}
      </ul>
      {more && <p className="mt-2 text-muted">Il y en a d’autres : précisez le nom.</p>}
    </>
  );
}

function Registrant({ row }: { row: AtDoor }) {
  const { label, tone } = STATUS_LABELS[row.status];
  const isPaid = row.status === "confirmed" && row.amount > 0;
  return (
    <li className="grid gap-2 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {row.first_name} {row.last_name} <Badge tone={tone}>{label}</Badge>
          {row.is_test && <Badge tone="bad">Essai</Badge>}
        </p>
        <p className="text-sm text-muted">
          {row.reference} · {row.price_name}, {formatCost(row.amount, row.currency)}
          {isPaid && " (payé)"}
        </p>
        {row.status === "held" && (
          <p className="text-sm font-semibold text-blood">
            Le paiement n’est pas terminé : adressez cette personne à la trésorerie.
          </p>
        )}
        <AgeNotice {...row} />
        <LicenceNote licence={row.licence} />
      </div>
      {row.status === "confirmed" && <CheckIn row={row} />}
    </li>
  );
}

/** Large enough for a thumb. */
function CheckIn({ row }: { row: AtDoor }) {
  const { submit, pending } = useIntent();
  const { checked_in_at: at } = row;
  const set = (on: boolean) => submit("toggle", { ids: row.id, on: on ? "on" : "" });
  if (!at) {
    return (
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => set(true)}
        aria-label={`Enregistrer la présence ${ofName(row.first_name)} ${row.last_name}`}
        className="button min-h-12 justify-center"
      >
        <Check aria-hidden="true" size={18} />
        Enregistrer la présence
      </button>
    );
  }
  return (
    <p className="flex flex-wrap items-center justify-between gap-3">
      <span className="font-semibold text-leaf">
        Présence enregistrée : {formatMoment("fr", at)}
      </span>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => set(false)}
        aria-label={`Retirer la présence ${ofName(row.first_name)} ${row.last_name}`}
        className="button quiet"
      >
        <Undo2 aria-hidden="true" size={17} />
        Retirer
      </button>
    </p>
  );
}

/** A notice about somebody’s age, with the phone of the guardian where the account may see it. */
function AgeNotice({ notice, guardian_phone }: Pick<AtDoor, "notice" | "guardian_phone">) {
  if (!notice) return null;
  return (
    <p className="text-sm font-semibold text-blood">
      {notice}
      {guardian_phone && (
        <>
          {" "}
          <a href={telAddress(guardian_phone)} className="link">
            Appeler
          </a>
        </>
      )}
    </p>
  );
}

/** The licence of somebody on the day of the event, amber where it does not count. */
function LicenceNote({ licence }: Pick<AtDoor, "licence">) {
  if (!licence) return null;
  return (
    <p className={`mt-1 text-sm ${licence.isValid ? "text-muted" : ""}`}>
      {licence.isValid ? licence.text : <Badge tone="wait">{licence.text}</Badge>}
    </p>
  );
}

/** How many of the last tickets stay on the screen. */
const SHOWN = 5;

type Ticket = { key: number; code: string };

/** Takes tickets as fast as they are scanned, and shows the answer to each. */
function Scanner({ event }: { event: string }) {
  const [tickets, setTickets] = useState<Ticket[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const hasCamera = useHasCamera();
  const count = useRef(0);
  useTypingFocus(field);
  const take = (code: string) => {
    count.current += 1;
    const ticket = { key: count.current, code };
    setTickets((before) => [ticket, ...before].slice(0, SHOWN));
  };
  const takeTyped = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    if (code !== "") take(code);
  };
  return (
    <section aria-label="Billets" className="grid grid-cols-1 gap-3">
      {tickets.length === 0 && (
        <p className="grid min-h-44 place-content-center rounded-card border-2 border-dashed border-control p-4 text-center text-xl text-muted">
          {hasCamera
            ? "Scannez un billet, ou saisissez sa référence."
            : "Saisissez la référence du billet."}
        </p>
      )}
      {/* The last answer stands above the field, the ones before it below: nothing moves under a thumb. */}
      <ol aria-live="polite" className="contents">
        {tickets.map((ticket) => (
          <Answer key={ticket.key} event={event} code={ticket.code} />
        ))}
      </ol>
      <div className="order-2 grid grid-cols-1 gap-3">
        {hasCamera && <TicketCamera found={take} />}
        <form onSubmit={takeTyped}>
          <label htmlFor="code" className="font-semibold">
            Code ou référence du billet
          </label>
          <div
            className={`mt-1.5 grid gap-3 ${hasCamera ? "grid-cols-[1fr_auto]" : "grid-cols-1"}`}
          >
            <input
              ref={field}
              id="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={500}
              placeholder="FGE-7K3M-2Q"
              className="min-h-16 w-full min-w-0 rounded-control border-2 border-control bg-white px-4 text-xl"
            />
            <button
              type="submit"
              className={`button ${hasCamera ? "quiet min-h-16" : "min-h-20 text-xl"}`}
            >
              Valider
            </button>
          </div>
        </form>
      </div>
    </section>
  );
}

/** Focuses the field on any key press, so that a scan is not lost when the field has lost the focus. */
function useTypingFocus(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    field.current?.focus();
    const focusField = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.key.length > 1) return;
      // Nor must the key trigger a shortcut of the back office.
      event.stopPropagation();
      field.current?.focus();
    };
    window.addEventListener("keydown", focusField, { capture: true });
    return () => window.removeEventListener("keydown", focusField, { capture: true });
  }, [field]);
}

/** What whoever holds the entrance reads from two steps away. */
const VERDICTS = {
  waiting: { Icon: LoaderCircle, word: "Un instant…", tone: "first:bg-white" },
  success: {
    Icon: CircleCheck,
    word: "Bienvenue",
    tone: "first:border-leaf first:bg-leaf first:text-white",
  },
  doubtful: {
    Icon: TriangleAlert,
    word: "À vérifier",
    tone: "first:border-ochre first:bg-amber",
  },
  error: { Icon: CircleX, word: REFUSED, tone: "first:border-red first:bg-red first:text-white" },
  missing: { Icon: CloudOff, word: "Non enregistré", tone: "first:border-ochre first:bg-amber" },
} as const;

/** One ticket, sent once by its own fetcher, so that the next one does not wait for it. */
function Answer({ event, code }: { event: string; code: string }) {
  const { submit, data } = useFetcher<{ toast: Toast } & Partial<MissingAnswer>>();
  const submitted = useRef(false);
  useEffect(() => {
    if (submitted.current) return;
    submitted.current = true;
    submit({ intent: "scan", event, code }, { method: "post" });
  }, [submit, event, code]);
  const kind = data?.toast.doubtful ? "doubtful" : (data?.toast.kind ?? "waiting");
  const { Icon, word, tone } = VERDICTS[data?.problem ? "missing" : kind];
  return (
    <li
      className={`flex items-center gap-4 rounded-card border-2 border-line px-4 not-first:order-3 not-first:py-2 not-first:text-sm not-first:text-muted first:min-h-44 first:py-4 first:text-xl ${tone}`}
    >
      <Icon aria-hidden="true" className="size-16 shrink-0 in-[li:not(:first-child)]:size-5" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="mb-1 block text-4xl in-[li:not(:first-child)]:mb-0 in-[li:not(:first-child)]:inline in-[li:not(:first-child)]:text-sm">
          {word}
        </strong>{" "}
        {data ? data.toast.text.replace(WITH_REFUSED, "") : code}
      </p>
    </li>
  );
}
