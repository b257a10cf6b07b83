import { useRef } from "react";
import { data } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { readOrDemonstrate } from "../core/http/fallback.server.ts";
import { isId } from "../core/secrets/id.ts";
import { staffContext } from "../core/staff-context.ts";
import { FilePicker } from "../files/admin/file-picker.tsx";
import { findUses } from "../files/admin/usage.server.ts";
import { usageWarning } from "../files/admin/usage.ts";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../kit/form/form-dialog.tsx";
import { VersionsLink } from "../kit/form/form-links.tsx";
import { saveAction } from "../kit/form/save.server.ts";
import { Checkbox, Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/resource-form.admin.ts";
import { resourcesDemonstration } from "./resource-demonstration.browser.ts";
import { RESOURCE_TYPES } from "./resource-schema.ts";
import { resourceAddress } from "./resources.office.ts";
import {
  createResource,
  findAnyResource,
  listOfferedCategories,
  resourceForm,
  updateResource,
} from "./resources.staff.server.ts";
import { RESOURCE_CATEGORIES } from "./resources.ts";

const LIST = "/admin/resources";
const USUAL_CATEGORY = "Documents Officiels";
const NEW: Defaults = { file_type: "application/pdf", is_public: "on" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  const staff = context.get(staffContext);
  if (id === undefined) {
    // A new one can be written in the demonstration too, while the database is unavailable.
    const read = () => asStaff(staff, listOfferedCategories);
    const categories = await readOrDemonstrate(context, "file_categories", read, () => [
      ...RESOURCE_CATEGORIES,
    ]);
    const usual = categories.includes(USUAL_CATEGORY) ? USUAL_CATEGORY : (categories[0] ?? "");
    const defaults: Defaults = { ...NEW, category: usual };
    return { defaults, types: RESOURCE_TYPES.map((type) => ({ ...type })), categories, usage: [] };
  }
  const { categories, resource, usage } = await asStaff(staff, async (db) => {
    const categories = await listOfferedCategories(db);
    const resource = isId(id) ? await findAnyResource(db, id) : undefined;
    const uses = resource ? await findUses(db, [resource], resourceAddress) : {};
    return { categories, resource, usage: uses[id] ?? [] };
  });
  if (!resource) throw data(null, 404);
  const names = new Set([...categories, resource.category]);
  return {
    defaults: resourceForm.fieldsOf(resource),
    types: typesWith(resource.file_type),
    categories: [...names].filter((name) => name !== null),
    usage,
  };
}

export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const defaults = resourcesDemonstration.fieldsOf(params.id);
  if (!defaults) return serverLoader();
  const types = typesWith(defaults.file_type ?? "");
  return { defaults, types, categories: RESOURCE_CATEGORIES, usage: [] };
}

/** The offered types, and the current one of the file. */
function typesWith(current: string): { label: string; value: string }[] {
  const offered = RESOURCE_TYPES.map((type) => ({ ...type }));
  return offered.some(({ value }) => value === current)
    ? offered
    : [...offered, { label: current, value: current }];
}

export const action = saveAction({
  schema: resourceForm.schema,
  list: LIST,
  fieldsOf: resourceForm.fieldsOf,
  create: { run: createResource, text: "Ressource créée avec succès" },
  update: { run: updateResource, text: "Ressource mise à jour avec succès" },
});

export const clientAction = ({ request, params, serverAction }: Route.ClientActionArgs) =>
  resourcesDemonstration.save(request, params.id) ?? serverAction();

const LABELS = {
  title: "Titre",
  title_en: "Titre (anglais)",
  description: "Description",
  description_en: "Description (anglais)",
  file_url: "URL du fichier",
  file_type: "Type de fichier",
  category: "Catégorie",
  branding: "Derrière la carte « Charte graphique »",
  is_public: "Publié",
  is_protected: "Protégé par un mot de passe",
};

const ENGLISH = ["title_en", "description_en"] as const;

export default function ResourceForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults, types, categories, usage } = loaderData;
  const field = fieldsOf(defaults, actionData);
  const address = useRef<HTMLDivElement>(null);
  const choose = (url: string) => {
    const input = address.current?.querySelector("input");
    if (!input) return;
    input.value = url;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <FormDialog
      title={params.id ? "Modifier la ressource" : "Nouvelle ressource"}
      list={LIST}
      screen
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="static_files" id={params.id} />}
    >
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        record={params.id ? { table: "static_files", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("title")} label={LABELS.title} required />
            <TextArea {...field("description")} label={LABELS.description} rows={3} required />
          </>
        }
        english={
          <>
            <TextField {...field("title_en")} label="Title" />
            <TextArea {...field("description_en")} label="Description" rows={3} />
          </>
        }
      />
      <div ref={address} className="grid gap-2">
        <TextField
          {...field("file_url")}
          label={LABELS.file_url}
          hint="Un fichier déposé ici, ou un lien direct accessible à tous."
          type="url"
          required
        />
        <div>
          <FilePicker any choose={choose} />
        </div>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Select {...field("file_type")} label={LABELS.file_type} options={types} />
        <Select
          {...field("category")}
          label={LABELS.category}
          options={categories.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="flex flex-wrap gap-6">
        <Checkbox {...field("is_public")}>{LABELS.is_public}</Checkbox>
        <Checkbox {...field("is_protected")}>{LABELS.is_protected}</Checkbox>
        <Checkbox {...field("branding")}>{LABELS.branding}</Checkbox>
      </div>
      {usage.length > 0 && (
        <p className="text-sm text-ochre">
          Non publié, ou remplacé par un autre, ce fichier ne s’ouvre plus là où il sert.{" "}
          {usageWarning(usage)}
        </p>
      )}
    </FormDialog>
  );
}
