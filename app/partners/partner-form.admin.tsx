import { ImageField } from "../files/admin/file-picker.tsx";
import { Bilingual, recordFieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { VersionsLink } from "../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { englishNames, labelsOf } from "../records/record-fields.ts";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/partner-form.admin.ts";
import { partnerRecord, STATUS_CHOICES, TYPE_CHOICES } from "./partners.record.ts";
import { createPartner, findPartner, partnerForm, updatePartner } from "./partners.staff.server.ts";

const LIST = "/admin/partners";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { partnership_type: "sponsor", status: "active" } };
  return { defaults: partnerForm.fieldsOf(await recordAt(context, id, findPartner)) };
}

export const action = saveAction({
  schema: partnerForm.schema,
  fieldsOf: partnerForm.fieldsOf,
  list: LIST,
  create: { run: createPartner, text: "Partenaire créé avec succès" },
  update: { run: updatePartner, text: "Partenaire mis à jour avec succès" },
});

export default function PartnerFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = recordFieldsOf(partnerRecord, defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier le partenaire" : "Nouveau partenaire"}
      list={LIST}
      screen
      defaults={defaults}
      state={actionData}
      labels={labelsOf(partnerRecord)}
      aside={params.id && <VersionsLink table="partners" id={params.id} />}
    >
      <TextField {...field("name")} />
      <Bilingual
        englishFields={englishNames(partnerRecord)}
        state={actionData}
        record={params.id ? { table: "partners", id: params.id } : undefined}
        french={<TextArea {...field("description")} rows={3} />}
        english={<TextArea {...field("description_en")} rows={3} />}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select {...field("partnership_type")} options={TYPE_CHOICES} />
        <Select {...field("status")} options={STATUS_CHOICES} />
        <ImageField {...field("logo_url")} label="Logo (URL)" />
        <TextField {...field("website")} type="url" hint="https://…" />
        <TextField {...field("contact_name")} />
        <TextField {...field("contact_email")} type="email" />
        <TextField {...field("contact_phone")} type="tel" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("partnership_start")} type="date" />
          <TextField {...field("partnership_end")} type="date" />
        </div>
      </div>
    </FormDialog>
  );
}
