import { ImageField } from "../files/admin/image-field.tsx";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../kit/form/form-dialog.tsx";
import { formDefaults, recordAt, saveAction } from "../kit/form/save.server.ts";
import { VersionsLink } from "../kit/versions-link.tsx";
import { Checkbox, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/leadership-form.admin.ts";
import { leadersDemonstration } from "./leader-demonstration.browser.ts";
import { leaderFormSchema } from "./leader-schema.ts";
import { createLeader, findLeader, updateLeader } from "./leadership.staff.server.ts";

const LIST = "/admin/leadership";
const NEW: Defaults = { is_active: "on" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: NEW };
  return { defaults: formDefaults(await recordAt(context, id, findLeader)) };
}

export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const defaults = leadersDemonstration.fieldsOf(params.id);
  return defaults ? { defaults } : serverLoader();
}

export const action = saveAction({
  schema: leaderFormSchema,
  list: LIST,
  create: { run: createLeader, text: "Membre créé avec succès" },
  update: { run: updateLeader, text: "Membre mis à jour avec succès" },
});

export const clientAction = ({ request, params, serverAction }: Route.ClientActionArgs) =>
  leadersDemonstration.save(request, params.id) ?? serverAction();

const LABELS = {
  name: "Nom",
  position: "Poste",
  position_en: "Position (English)",
  bio: "Biographie",
  bio_en: "Biography (English)",
  image_url: "Image (URL)",
  is_active: "Actif : visible sur le site",
};

const ENGLISH = ["position_en", "bio_en"] as const;

export default function LeadershipForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier le membre" : "Ajouter un membre"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="leadership_team" id={params.id} />}
    >
      <TextField {...field("name")} label={LABELS.name} required />
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        record={params.id ? { table: "leadership_team", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("position")} label={LABELS.position} required />
            <TextArea {...field("bio")} label={LABELS.bio} rows={5} required />
          </>
        }
        english={
          <>
            <TextField {...field("position_en")} label="Position" />
            <TextArea {...field("bio_en")} label="Biography" rows={5} />
          </>
        }
      />
      <ImageField
        {...field("image_url")}
        label={LABELS.image_url}
        hint="Au moins 600x600 px, carrée ou en portrait."
        required
      />
      <Checkbox {...field("is_active")}>{LABELS.is_active}</Checkbox>
    </FormDialog>
  );
}
