import { ImageField } from "../files/admin/file-picker.tsx";
import { Bilingual, recordFieldsOf } from "../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../kit/form/form-dialog.tsx";
import { VersionsLink } from "../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { englishNames, labelsOf } from "../records/record-fields.ts";
import { Checkbox, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/leadership-form.admin.ts";
import { leadersDemonstration } from "./leader-demonstration.browser.ts";
import { leaderRecord } from "./leadership.record.ts";
import { createLeader, findLeader, leaderForm, updateLeader } from "./leadership.staff.server.ts";

const LIST = "/admin/leadership";
const NEW: Defaults = { is_active: "on" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: NEW };
  return { defaults: leaderForm.fieldsOf(await recordAt(context, id, findLeader)) };
}

export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const defaults = leadersDemonstration.fieldsOf(params.id);
  return defaults ? { defaults } : serverLoader();
}

export const action = saveAction({
  schema: leaderForm.schema,
  list: LIST,
  create: { run: createLeader, text: "Membre créé avec succès" },
  update: { run: updateLeader, text: "Membre mis à jour avec succès" },
});

export const clientAction = ({ request, params, serverAction }: Route.ClientActionArgs) =>
  leadersDemonstration.save(request, params.id) ?? serverAction();

const LABELS = {
  ...labelsOf(leaderRecord),
  image_url: "Image (URL)",
  is_active: "Actif : visible sur le site",
};

export default function LeadershipForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = recordFieldsOf(leaderRecord, defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier le membre" : "Ajouter un membre"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="leadership_team" id={params.id} />}
    >
      <TextField {...field("name")} />
      <Bilingual
        englishFields={englishNames(leaderRecord)}
        state={actionData}
        record={params.id ? { table: "leadership_team", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("position")} />
            <TextArea {...field("bio")} rows={5} />
          </>
        }
        english={
          <>
            <TextField {...field("position_en")} />
            <TextArea {...field("bio_en")} rows={5} />
          </>
        }
      />
      <ImageField
        {...field("image_url")}
        label={LABELS.image_url}
        hint="Au moins 600x600 px, carrée ou en portrait."
      />
      <Checkbox {...field("is_active")}>{LABELS.is_active}</Checkbox>
    </FormDialog>
  );
}
