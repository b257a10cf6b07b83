import {
  CircleCheck,
  CircleX,
  ClipboardList,
  DoorOpen,
  type LucideIcon,
  Plus,
  Stethoscope,
  Wallet,
} from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useRouteLoaderData } from "react-router";
import * as z from "zod";
import { durationWords } from "../../backups/screen/backup-state.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { type Readiness, readiness } from "../../core/http/readiness.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { mayDo } from "../../core/values/permissions.ts";
import { listOwnDoors } from "../../events/door/event-door.staff.server.ts";
import { countWords } from "../../kit/list/counters.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { useMay } from "../../kit/may.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { useToast } from "../../kit/toasts.tsx";
import type { Count } from "../../records/list/counting.staff.server.ts";
import { AssignedDoors } from "../../registrations/door/assigned-doors.tsx";
import { type BackupSummary, readBackupSummary } from "../checks/site-checks.system.server.ts";
import type { loader as frame } from "../frame/admin.layout.tsx";
import { taskCount } from "../frame/navigation.ts";
import { NotificationList } from "../frame/notification-list.tsx";
import { lastSeen } from "../frame/office-cookies.ts";
import type { Route } from "./+types/dashboard.admin.ts";
import { readCounts, readLatest, readMonths } from "./dashboard.staff.server.ts";
import { COUNTERS, CREATIONS } from "./dashboard.ts";
import { hideFirstSteps, readFirstStepsList, showFirstSteps } from "./first-steps.staff.server.ts";
import { FirstSteps } from "./first-steps.tsx";
import { MonthChart } from "./month-chart.tsx";
import { TASKS } from "./tasks.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const rights = context.get(rightsContext);
  const may = (address: string) => mayDo(rights, address);
  const seenAt = lastSeen(request.headers.get("cookie"));
  const statistics = await asStaff(staff, async (db) => ({
    counts: await readCounts(db, may),
    ...(rights.roles.includes("door") && { doors: await listOwnDoors(db) }),
    ...(rights.isAdmin && {
      whole: {
        months: await readMonths(db),
        latest: await readLatest(db, seenAt),
        guide: await readFirstStepsList(db),
        backup: await readBackupSummary(db),
      },
    }),
  })).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "statistics not read");
    return null;
  });
  return { statistics, system: rights.isAdmin ? await readiness() : undefined };
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    "put-away": intent(
      z.object({}),
      async (db) => {
        await hideFirstSteps(db);
        return "Liste masquée. Vous la retrouvez dans « Diagnostic »";
      },
      "La liste ne peut pas encore être masquée",
    ),
    "bring-back": intent(z.object({}), async (db) => {
      await showFirstSteps(db);
      return "Les premiers pas sont de nouveau sur le tableau de bord";
    }),
  });
}

const FAILED = "Erreur lors du chargement des statistiques";

/** What there is, what is new, and whether all is well. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { statistics, system } = loaderData;
  const whole = statistics?.whole;
  const show = useToast();
  const may = useMay();
  const counters = COUNTERS.filter(({ to }) => may(to));
  const failed = statistics === null;
  useEffect(() => {
    if (failed) show({ kind: "error", text: FAILED });
  }, [failed, show]);
  return (
    <>
      <OfficeHead title="Tableau de bord" />
      {statistics?.doors && <AssignedDoors doors={statistics.doors} />}
      <TaskList />
      <Acts />
      {whole && !whole.guide.isAway && <FirstSteps steps={whole.guide.steps} />}
      <ul className="tile-grid mb-5">
        {counters.map(({ table, ...card }) => (
          <li key={table}>
            <CountCard {...card} value={statistics?.counts[table]} />
          </li>
        ))}
      </ul>
      <div
        className={`grid grid-cols-1 items-start gap-4 ${system ? "lg:grid-cols-[2fr_1fr]" : ""}`}
      >
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {system && (
            <Card title="Adhésions et inscriptions par mois">
              {whole ? <MonthChart months={whole.months} /> : <p>{FAILED}</p>}
            </Card>
          )}
          <Creations />
        </div>
        {system && (
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <SystemCard system={system} backup={whole?.backup} />
            <Card title="Activité récente">
              <div className="-mx-4 -mb-4 border-t border-line">
                <NotificationList notifications={whole?.latest ?? null} />
              </div>
            </Card>
          </div>
        )}
      </div>
    </>
  );
}

const ACTS = [
  { to: "/admin/payments/memberships", label: "Encaisser", icon: Wallet },
  { to: "/admin/registrations/new", label: "Inscrire", icon: ClipboardList },
  { to: "/admin/registrations/door", label: "Entrée", icon: DoorOpen },
];

/** What is done with somebody who stands there. */
function Acts() {
  const may = useMay();
  const acts = ACTS.filter(({ to }) => may(to));
  if (acts.length === 0) return null;
  return (
    <ul className="mb-5 grid auto-cols-fr grid-flow-col gap-2 sm:gap-3">
      {acts.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="button min-h-14 w-full px-2 max-sm:min-h-18 max-sm:flex-col max-sm:gap-1"
          >
            <Icon aria-hidden="true" size={20} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What one may make anew. */
function Creations() {
  const may = useMay();
  const creations = CREATIONS.filter(({ to }) => may(to));
  if (creations.length === 0) return null;
  return (
    <Card title="Création rapide">
      <ul className="flex flex-wrap gap-2">
        {creations.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="button quiet">
              <Plus aria-hidden="true" size={17} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What waits for somebody, each with the way there. The frame has counted it. */
function TaskList() {
  const tasks = useRouteLoaderData<typeof frame>("admin")?.tasks;
  const may = useMay();
  if (!tasks || !TASKS.some(({ to }) => may(to))) return null;
  const waiting = TASKS.filter(({ key }) => (tasks[key] ?? 0) > 0);
  return (
    <section aria-labelledby="tasks" className="panel mb-5 p-4">
      <h2 id="tasks" className="mb-2 text-lg">
        À faire
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">Rien n’attend : tout est à jour.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {waiting.map(({ key, one, many, to }) => (
            <li key={key}>
              <Link to={to} className="button quiet text-left">
                <strong className="tabular-nums">{taskCount(tasks[key] ?? 0)}</strong>
                {(tasks[key] ?? 0) > 1 ? many : one}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type CountCardProps = { label: string; to: string; icon: LucideIcon; value: Count | undefined };

function CountCard({ label, to, icon: Icon, value }: CountCardProps) {
  return (
    <Link to={to} className="panel flex items-center gap-3 p-4 hover:border-green">
      <Icon aria-hidden="true" size={22} className="shrink-0 text-leaf" />
      <span>
        <span className="block text-xl font-bold tabular-nums">
          {value === undefined ? "—" : countWords(value)}
        </span>
        <span className="block text-sm text-muted">{label}</span>
      </span>
    </Link>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel p-4">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}

const PARTS = { database: "Base de données", storage: "Stockage des fichiers" } as const;

/** Whether the product can do its work, as it finds out itself; Diagnostic says more. */
function SystemCard({ system, backup }: { system: Readiness; backup: BackupSummary | undefined }) {
  const well = Object.values(system).every((result) => result === "ok");
  return (
    <Card title="État du système">
      <p className="mb-2">
        <span className="badge" data-tone={well ? "good" : "bad"}>
          {well ? "Opérationnel" : "En panne"}
        </span>
      </p>
      <ul className="mb-4 grid gap-1">
        {(["database", "storage"] as const).map((part) => (
          <li key={part} className="flex items-center gap-2">
            {system[part] === "ok" ? (
              <CircleCheck aria-hidden="true" size={17} className="text-leaf" />
            ) : (
              <CircleX aria-hidden="true" size={17} className="text-red" />
            )}
            {PARTS[part]}
            <span className="sr-only">{system[part] === "ok" ? "fonctionne" : "en panne"}</span>
          </li>
        ))}
      </ul>
      {backup && <BackupBadge backup={backup} />}
      <h3 className="text-base">Diagnostic</h3>
      <p className="mb-3 text-sm text-muted">
        Vérifie la connexion, les droits et les lectures, et montre les pannes récentes.
      </p>
      <Link to="/admin/diagnostic" className="button quiet small">
        <Stethoscope aria-hidden="true" size={16} />
        Ouvrir le diagnostic
      </Link>
    </Card>
  );
}

/** On the dashboard: whether the site could be brought back, and how long that took in the last try. */
function BackupBadge({ backup: { tone, words, seconds } }: { backup: BackupSummary }) {
  return (
    <p className="mb-4 text-sm">
      <Link to="/admin/backups" className="badge whitespace-normal" data-tone={BACKUP_TONES[tone]}>
        {words}
      </Link>
      {seconds !== undefined && (
        <span className="block text-muted">
          Dernier essai de restauration réussi en {durationWords(seconds)}.
        </span>
      )}
    </p>
  );
}

const BACKUP_TONES = { good: "good", warn: "wait", bad: "bad" } as const;
