import { data } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { formDefaults, saveAction } from "../../kit/form/save.server.ts";
import { Checkbox, Select, TextField } from "../../ui/fields.tsx";
import {
  type CategoryRow,
  categoryFormSchema,
  createCategory,
  listCategories,
  updateCategory,
} from "../files.staff.server.ts";
import { CATEGORY_ICONS, ICON_LABELS } from "../files.ts";
import type { Route } from "./+types/category-form.admin.ts";

const LIST = "/admin/files/categories";
const NEW = { icon: "FileText", color: "#00734B" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: NEW };
  const all = await asStaff(context.get(staffContext), listCategories);
  const category = all.find((one) => one.id === id);
  if (!category) throw data(null, 404);
  return { defaults: defaultsOf(category) };
}

const defaultsOf = (category: CategoryRow) =>
  formDefaults({ ...category, is_section: category.key !== null });

export const action = saveAction({
  schema: categoryFormSchema,
  list: LIST,
  fieldsOf: defaultsOf,
  create: { run: createCategory, text: "Catégorie créée avec succès" },
  update: { run: updateCategory, text: "Catégorie mise à jour avec succès" },
});

const LABELS = {
  name: "Nom",
  icon: "Icône",
  color: "Couleur",
  is_section: "Onglet de la page Ressources",
};
const ICONS = CATEGORY_ICONS.map((value) => ({ value, label: ICON_LABELS[value] }));

export default function CategoryForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier la catégorie" : "Nouvelle catégorie"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
    >
      <TextField {...field("name")} label={LABELS.name} required />
      <div className="grid gap-4 md:grid-cols-2">
        <Select {...field("icon")} label={LABELS.icon} options={ICONS} />
        <TextField {...field("color")} label={LABELS.color} type="color" />
      </div>
      <Checkbox
        {...field("is_section")}
        hint="Ses documents se choisissent dans Ressources. L’adresse de l’onglet reste la même quand le nom change."
      >
        {LABELS.is_section}
      </Checkbox>
    </FormDialog>
  );
}
