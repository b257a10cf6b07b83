import {
  Archive,
  FileText,
  Image,
  LayoutTemplate,
  type LucideIcon,
  Music,
  Shield,
  User,
  Video,
} from "lucide-react";
import { Link } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { deleteIntent, moveIntent, runIntents } from "../../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { DeleteButton, EditLink, MoveButtons } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import {
  type CategoryRow,
  countByCategory,
  deleteCategories,
  listCategories,
  moveCategory,
} from "../files.staff.server.ts";
import { categoryContent, ICON_LABELS } from "../files.ts";
import type { Route } from "./+types/categories.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des catégories" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context }: Route.LoaderArgs) {
  return asStaff(context.get(staffContext), async (db) => {
    const rows = await listCategories(db);
    const query = { q: "", filters: {}, sort: "name", descending: false };
    return { query, rows, count: rows.length, more: false, files: await countByCategory(db) };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    move: moveIntent(moveCategory),
    delete: deleteIntent(deleteCategories, () => "Catégorie supprimée avec succès"),
  });
}

const ICONS: Record<CategoryRow["icon"], LucideIcon> = {
  Image,
  FileText,
  Video,
  Music,
  Shield,
  Layout: LayoutTemplate,
  User,
  Archive,
};

export default function CategoriesAdmin({ loaderData }: Route.ComponentProps) {
  const { files } = loaderData;
  const columns = [
    {
      title: "Nom",
      className: "main",
      cell: ({ name, icon, color }: CategoryRow) => {
        const Icon = ICONS[icon];
        return (
          <span className="flex items-center gap-3 font-semibold">
            <Icon aria-hidden="true" size={20} color={color} className="shrink-0" />
            {name}
          </span>
        );
      },
    },
    { title: "Ressources", cell: ({ key }: CategoryRow) => (key ? "Onglet" : "—") },
    { title: "Icône", cell: ({ icon }: CategoryRow) => ICON_LABELS[icon] },
    { title: "Fichiers", cell: ({ id }: CategoryRow) => files[id] ?? 0 },
  ];
  return (
    <>
      <OfficeHead
        title="Catégories de fichiers"
        lead="Les ressources publiques sont classées par ces catégories."
        primary={{ label: "Nouvelle catégorie", to: "new" }}
      >
        <Link to="/admin/files" className="button quiet">
          Retour aux fichiers
        </Link>
      </OfficeHead>
      <ListPage
        list={loaderData}
        noun={["catégorie", "catégories"]}
        caption="Catégories de fichiers"
        columns={columns}
        nameOf={({ name }) => name}
        actions={({ id, name }) => (
          <>
            <MoveButtons
              id={id}
              name={name}
              first={id === loaderData.rows[0]?.id}
              last={id === loaderData.rows.at(-1)?.id}
            />
            <EditLink id={id} name={name} />
            <DeleteButton
              id={id}
              name={name}
              title="Supprimer cette catégorie ?"
              inUse={files[id] ? `« ${name} » : ${categoryContent(files[id])}.` : undefined}
            />
          </>
        )}
        empty={{
          title: "Aucune catégorie",
          filtered: "Aucune catégorie.",
          first: "Créez une première catégorie pour classer vos fichiers.",
        }}
      />
    </>
  );
}
