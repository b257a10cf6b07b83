import { Bilingual, fieldsOf } from "../../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../../kit/form/form-dialog.tsx";
import { formDefaults, recordAt, saveAction } from "../../kit/form/save.server.ts";
import { VersionsLink } from "../../kit/versions-link.tsx";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";
import { TYPE_CHOICES } from "../members/member-labels.ts";
import type { Route } from "./+types/membership-type-form.admin.ts";
import { typesDemonstration } from "./membership-type-demonstration.browser.ts";
import { membershipTypeFormSchema } from "./membership-type-schema.ts";
import {
  createMembershipType,
  findMembershipType,
  type StoredType,
  updateMembershipType,
} from "./membership-types.staff.server.ts";
import { STATUS_CHOICES, typeFields } from "./membership-types.ts";

const LIST = "/admin/membership-types";
const NEW: Defaults = { price: "0", period: "par an", member_type: "player", is_active: "active" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: NEW };
  return { defaults: defaultsOf(await recordAt(context, id, findMembershipType)) };
}

export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const defaults = typesDemonstration.fieldsOf(params.id);
  return defaults ? { defaults } : serverLoader();
}

const defaultsOf = (type: StoredType) => formDefaults(typeFields(type));

export const action = saveAction({
  schema: membershipTypeFormSchema,
  list: LIST,
  fieldsOf: defaultsOf,
  create: { run: createMembershipType, text: "Type d’adhésion créé avec succès" },
  update: { run: updateMembershipType, text: "Type d’adhésion mis à jour avec succès" },
});

export const clientAction = ({ request, params, serverAction }: Route.ClientActionArgs) =>
  typesDemonstration.save(request, params.id) ?? serverAction();

const LABELS = {
  name: "Nom",
  name_en: "Name (English)",
  description: "Description",
  description_en: "Description (English)",
  features: "Avantages",
  features_en: "Benefits (English)",
  period: "Période",
  period_en: "Period (English)",
  price: "Prix (GNF)",
  member_type: "Type de membre",
  is_active: "Statut",
};

const ENGLISH = ["name_en", "description_en", "features_en", "period_en"] as const;

export default function MembershipTypeFormAdmin({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={params.id ? "Modifier le type d’adhésion" : "Nouveau type d’adhésion"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="membership_types" id={params.id} />}
    >
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        record={params.id ? { table: "membership_types", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("name")} label={LABELS.name} required />
            <TextArea {...field("description")} label={LABELS.description} rows={3} required />
            <TextArea
              {...field("features")}
              label={LABELS.features}
              hint="Un avantage par ligne."
              rows={6}
              required
            />
            <TextField {...field("period")} label={LABELS.period} required />
          </>
        }
        english={
          <>
            <TextField {...field("name_en")} label="Name" />
            <TextArea {...field("description_en")} label="Description" rows={3} />
            <TextArea {...field("features_en")} label="Benefits" hint="One per line." rows={6} />
            <TextField {...field("period_en")} label="Period" />
          </>
        }
      />
      <div className="grid gap-4 md:grid-cols-3">
        <TextField
          {...field("price")}
          label={LABELS.price}
          type="number"
          min="0"
          step="1000"
          required
        />
        <Select {...field("member_type")} label={LABELS.member_type} options={TYPE_CHOICES} />
        <Select {...field("is_active")} label={LABELS.is_active} options={STATUS_CHOICES} />
      </div>
    </FormDialog>
  );
}
