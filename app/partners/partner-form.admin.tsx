import { ImageField } from "../files/admin/image-field.tsx";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { formDefaults, recordAt, saveAction } from "../kit/form/save.server.ts";
import { VersionsLink } from "../kit/versions-link.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/partner-form.admin.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./partner-labels.ts";
import { partnerFormSchema } from "./partner-schema.ts";
import { createPartner, findPartner, updatePartner } from "./partners.staff.server.ts";

const LIST = "/admin/partners";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { partnership_type: "sponsor", status: "active" } };
  return { defaults: formDefaults(await recordAt(context, id, findPartner)) };
}

export const action = saveAction({
  schema: partnerFormSchema,
  list: LIST,
  create: { run: createPartner, text: "Partenaire créé avec succès" },
  update: { run: updatePartner, text: "Partenaire mis à jour avec succès" },
});

const LABELS = {
  name: "Nom",
  description: "Description",
  description_en: "Description (English)",
  logo_url: "Logo",
  website: "Site web",
  partnership_type: "Type de partenariat",
  status: "Statut",
  contact_name: "Nom du contact",
  contact_email: "E-mail du contact",
  contact_phone: "Téléphone du contact",
  partnership_start: "Début du partenariat",
  partnership_end: "Fin du partenariat",
};

const ENGLISH = ["description_en"] as const;

export default function PartnerFormAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier le partenaire" : "Nouveau partenaire"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="partners" id={params.id} />}
    >
      <TextField {...field("name")} label={LABELS.name} required />
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        record={params.id ? { table: "partners", id: params.id } : undefined}
        french={<TextArea {...field("description")} label={LABELS.description} rows={3} required />}
        english={<TextArea {...field("description_en")} label="Description" rows={3} />}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          {...field("partnership_type")}
          label={LABELS.partnership_type}
          options={TYPE_CHOICES}
        />
        <Select {...field("status")} label={LABELS.status} options={STATUS_CHOICES} />
        <ImageField {...field("logo_url")} label="Logo (URL)" />
        <TextField {...field("website")} label={LABELS.website} type="url" hint="https://…" />
        <TextField {...field("contact_name")} label={LABELS.contact_name} />
        <TextField {...field("contact_email")} label={LABELS.contact_email} type="email" />
        <TextField {...field("contact_phone")} label={LABELS.contact_phone} type="tel" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field("partnership_start")} label={LABELS.partnership_start} type="date" />
          <TextField {...field("partnership_end")} label={LABELS.partnership_end} type="date" />
        </div>
      </div>
    </FormDialog>
  );
}
