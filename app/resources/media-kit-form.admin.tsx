import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { saveForm } from "../kit/form/save.server.ts";
import { Select } from "../ui/fields.tsx";
import type { Route } from "./+types/media-kit-form.admin.ts";
import { addToMediaKit, listOutsideMediaKit, mediaKitSchema } from "./media-kit.staff.server.ts";
import { MEDIA_KIT } from "./resources.office.ts";

const LABELS = { document: "Document" };

export async function loader({ context }: Route.LoaderArgs) {
  const documents = await asStaff(context.get(staffContext), listOutsideMediaKit);
  return {
    options: documents.map(({ id, title, is_public }) => ({
      value: id,
      label: is_public ? title : `${title} (non publié)`,
    })),
  };
}

export function action({ request, context, url }: Route.ActionArgs) {
  return saveForm(request, context, {
    schema: mediaKitSchema,
    returnTo: MEDIA_KIT + url.search,
    async save(db, { document }) {
      await addToMediaKit(db, document);
      return "Document ajouté au kit média";
    },
  });
}

/** Chooses one of the resources for the media kit. */
export default function MediaKitForm({ loaderData, actionData }: Route.ComponentProps) {
  const { options } = loaderData;
  const field = fieldsOf({}, actionData);
  return (
    <FormDialog
      title="Ajouter un document"
      list={MEDIA_KIT}
      defaults={{}}
      state={actionData}
      labels={LABELS}
      submit={options.length > 0 ? "Ajouter" : null}
    >
      {options.length > 0 ? (
        <Select
          {...field("document")}
          label={LABELS.document}
          hint="Parmi les ressources. Un document non publié ne sera montré qu’une fois publié."
          options={[{ value: "", label: "Choisir…" }, ...options]}
          required
        />
      ) : (
        <p className="text-muted">
          Toutes les ressources sont déjà dans le kit média. Créez d’abord la ressource qui y
          manque.
        </p>
      )}
    </FormDialog>
  );
}
