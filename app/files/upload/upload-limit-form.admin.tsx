import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { fieldsOf } from "../../kit/form/fields.tsx";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { saveForm } from "../../kit/form/save.server.ts";
import { versionOf } from "../../records/records.staff.server.ts";
import { TextField } from "../../ui/fields.tsx";
import { HIGHEST_MAX_MB, maxUploadMegabytes } from "../files.ts";
import type { Route } from "./+types/upload-limit-form.admin.ts";
import {
  findUploadLimit,
  saveUploadLimit,
  uploadLimitSchema,
} from "./upload-limit.staff.server.ts";

const LIST = "/admin/files";
const LABELS = { max_upload_mb: "Taille maximale d’un fichier (Mo)" };

type Stored = { setting_value: unknown };
const defaultsOf = (row: Stored | undefined) => ({
  max_upload_mb: String(maxUploadMegabytes(row?.setting_value)),
});

export async function loader({ context }: Route.LoaderArgs) {
  const row = await asStaff(context.get(staffContext), findUploadLimit);
  return { defaults: { ...defaultsOf(row), version: row ? versionOf(row) : "" } };
}

export function action({ request, context, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: uploadLimitSchema,
    returnTo: LIST + url.search,
    failure: "Erreur lors de la sauvegarde des paramètres",
    fieldsOf: (row: Stored) => defaultsOf(row),
    async save(db, { max_upload_mb }, version) {
      await saveUploadLimit(db, max_upload_mb, version);
      return "Paramètres sauvegardés avec succès";
    },
  });
}

/** How large a file may be that staff upload. */
export default function UploadLimitForm({ loaderData, actionData }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title="Taille des fichiers"
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
    >
      <TextField
        {...field("max_upload_mb")}
        label={LABELS.max_upload_mb}
        hint="Pour les prochains envois ; les fichiers déjà présents ne changent pas."
        type="number"
        inputMode="numeric"
        min="1"
        max={String(HIGHEST_MAX_MB)}
        required
      />
    </FormDialog>
  );
}
