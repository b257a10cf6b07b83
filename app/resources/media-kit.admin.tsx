import { CircleMinus } from "lucide-react";
import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatSize } from "../i18n/format.ts";
import { SiteLink } from "../kit/form/form-links.tsx";
import { changeIntent, moveIntent, runIntents } from "../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../kit/list/list-page.tsx";
import { Badge, MoveButtons } from "../kit/list/row-controls.tsx";
import { useIntent } from "../kit/list/use-intent.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { CreateLink } from "../kit/record-link.tsx";
import type { Route } from "./+types/media-kit.admin.ts";
import { listMediaKit, moveInMediaKit, removeFromMediaKit } from "./media-kit.staff.server.ts";
import { resourceAddress, resources } from "./resources.office.ts";
import { formatName } from "./resources.ts";

export const handle = { loadFailure: "Erreur lors du chargement du kit média" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const rows = await listMediaKit(db);
    const query = { q: "", filters: {}, sort: "place", descending: false };
    return { query, rows, count: rows.length, more: false };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    move: moveIntent(moveInMediaKit),
    remove: changeIntent(removeFromMediaKit, () => "Document retiré du kit média"),
  });
}

type Chosen = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS = [
  {
    title: "Document",
    className: "main",
    cell: ({ id, title }: Chosen) => (
      <Link to={resourceAddress(id)} className="link">
        {title}
      </Link>
    ),
  },
  { title: "Type", cell: (row: Chosen) => formatName(row) },
  {
    title: "Taille",
    className: "whitespace-nowrap",
    cell: ({ file_size }: Chosen) => (file_size > 0 ? formatSize("fr", file_size, 2) : "—"),
  },
  {
    title: "Sur le site",
    cell: ({ is_public }: Chosen) => (
      <Badge tone={is_public ? "good" : "wait"}>{is_public ? "Montré" : "Non publié"}</Badge>
    ),
  },
];

/** The documents behind the card for the press, in their order. */
export default function MediaKitAdmin({ loaderData }: Route.ComponentProps) {
  const { rows } = loaderData;
  return (
    <>
      <OfficeHead
        title="Kit média"
        lead="Les documents de la carte « Espace médias » de la page Ressources, dans cet ordre. Ceux qui ne sont pas publiés n’y sont pas montrés."
        primary={{ label: "Ajouter un document" }}
      >
        <SiteLink href="/resources#media-kit" isPublic />
        <Link to={resources.address} className="button quiet">
          Retour aux ressources
        </Link>
      </OfficeHead>
      <ListPage
        list={loaderData}
        noun={["document", "documents"]}
        caption="Kit média"
        columns={COLUMNS}
        nameOf={({ title }) => title}
        actions={({ id, title }) => (
          <>
            <MoveButtons
              id={id}
              name={title}
              first={id === rows[0]?.id}
              last={id === rows.at(-1)?.id}
            />
            <RemoveButton id={id} name={title} />
          </>
        )}
        empty={{
          title: "Aucun document",
          filtered: "Aucun document.",
          first: "Sans document, la carte « Espace médias » n’est pas sur la page.",
          action: <CreateLink label="Ajouter un document" />,
        }}
      />
    </>
  );
}

/** Without a question: the document stays a resource, and the message offers to undo it. */
function RemoveButton({ id, name }: { id: string; name: string }) {
  const { submit, pending } = useIntent();
  return (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit("remove", { ids: id })}
      aria-label={`Retirer ${name}`}
      title="Retirer du kit média"
      className="icon-button danger"
    >
      <CircleMinus aria-hidden="true" size={17} />
    </button>
  );
}
