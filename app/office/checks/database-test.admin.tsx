import { CircleCheck, Gamepad2, Hourglass, RotateCw, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { Counters, countWords } from "../../kit/list/counters.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { Empty } from "../../kit/list/list-page.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { useToast } from "../../kit/toasts.tsx";
import { STATUS_CHOICES, TYPE_CHOICES } from "../../membership/members/members.ts";
import type { Route } from "./+types/database-test.admin.ts";
import { CheckList, summaryOf } from "./check-list.tsx";
import { testDatabase } from "./checks.system.server.ts";
import { readMembersForTest } from "./database-checks.system.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const checks = await testDatabase(staff);
  const members = await readMembersForTest(staff).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "members not read");
    return null;
  });
  return { checks, members };
}

type Loaded = Route.ComponentProps["loaderData"];
type Row = NonNullable<Loaded["members"]>["rows"][number];

const nameOf = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`;

const columns = [
  {
    title: "Membre",
    className: "main",
    cell: (row: Row) => (
      <div className="wrap-anywhere">
        <p className="font-semibold">{nameOf(row)}</p>
        <p className="text-muted">{row.email}</p>
      </div>
    ),
  },
  {
    title: "Type",
    cell: ({ member_type }: Row) => wordOf(TYPE_CHOICES, member_type),
  },
  {
    title: "Statut",
    cell: ({ status }: Row) => {
      const choice = STATUS_CHOICES.find(({ value }) => value === status);
      return <Badge tone={choice?.tone ?? "plain"}>{choice?.label ?? status}</Badge>;
    },
  },
];

/** Whether the database can be reached, read and written, and refuses what it must refuse. */
export default function DatabaseTest({ loaderData }: Route.ComponentProps) {
  const { checks, members } = loaderData;
  return (
    <>
      <OfficeHead
        title="Test de la base de données"
        lead="Le membre d’essai est écrit, relu, puis retiré aussitôt : il n’en reste rien."
      >
        <RefreshButton loaded={loaderData} />
      </OfficeHead>
      <p role="status" className="mb-3 font-semibold">
        {summaryOf(checks)}
      </p>
      <CheckList checks={checks} />
      <h2 className="mt-8 mb-3 text-xl">Membres</h2>
      {members ? <Members {...members} /> : <p className="panel p-4">{FAILED}</p>}
    </>
  );
}

const loadedWords = (total: number) =>
  total > 1 ? `${countWords(total)} membres chargés` : `${total} membre chargé`;

const FAILED = "Erreur lors du chargement des membres";

/** Does it all again, and says how many members were read. */
function RefreshButton({ loaded }: { loaded: Loaded }) {
  const { revalidate, state } = useRevalidator();
  const show = useToast();
  const hasRun = useRef(false);
  useEffect(() => {
    const { members } = loaded;
    if (!members) show({ kind: "error", text: FAILED });
    else if (hasRun.current) {
      show({ kind: "success", text: loadedWords(members.counts.total) });
    }
    hasRun.current = false;
  }, [loaded, show]);
  return (
    <button
      type="button"
      disabled={state !== "idle"}
      onClick={() => {
        hasRun.current = true;
        void revalidate();
      }}
      className="button"
    >
      <RotateCw aria-hidden="true" size={17} />
      Actualiser
    </button>
  );
}

function Members({ counts, rows }: NonNullable<Loaded["members"]>) {
  return (
    <>
      <Counters
        counters={[
          { label: "Total", value: countWords(counts.total), icon: Users },
          { label: "Actifs", value: countWords(counts.active), icon: CircleCheck },
          { label: "En attente", value: countWords(counts.pending), icon: Hourglass },
          { label: "Joueurs", value: countWords(counts.players), icon: Gamepad2 },
        ]}
      />
      {rows.length === 0 ? (
        <Empty title="Aucun membre" first="Les adhésions apparaîtront ici." />
      ) : (
        <DataTable
          caption="Membres les plus récents"
          columns={columns}
          rows={rows}
          sort="created_at"
          descending
          nameOf={nameOf}
        />
      )}
    </>
  );
}
