import { Bilingual, recordFieldsOf } from "../../kit/form/fields.tsx";
import { type Defaults, FormDialog } from "../../kit/form/form-dialog.tsx";
import { VersionsLink } from "../../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../../kit/form/save.server.ts";
import { englishNames, labelsOf } from "../../records/record-fields.ts";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";
import { TYPE_CHOICES } from "../members/members.ts";
import type { Route } from "./+types/membership-type-form.admin.ts";
import { typesDemonstration } from "./membership-type-demonstration.browser.ts";
import { membershipTypeRecord, STATUS_CHOICES } from "./membership-types.record.ts";
import {
  createMembershipType,
  findMembershipType,
  membershipTypeForm,
  updateMembershipType,
} from "./membership-types.staff.server.ts";

const LIST = "/admin/membership-types";
const NEW: Defaults = { price: "0", period: "par an", member_type: "player", is_active: "active" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: NEW };
  return { defaults: membershipTypeForm.fieldsOf(await recordAt(context, id, findMembershipType)) };
}

export function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const defaults = typesDemonstration.fieldsOf(params.id);
  return defaults ? { defaults } : serverLoader();
}

export const action = saveAction({
  schema: membershipTypeForm.schema,
  list: LIST,
  fieldsOf: membershipTypeForm.fieldsOf,
  create: { run: createMembershipType, text: "Type d’adhésion créé avec succès" },
  update: { run: updateMembershipType, text: "Type d’adhésion mis à jour avec succès" },
});

export const clientAction = ({ request, params, serverAction }: Route.ClientActionArgs) =>
  typesDemonstration.save(request, params.id) ?? serverAction();

const LABELS = { ...labelsOf(membershipTypeRecord), price: "Prix (GNF)" };

export default function MembershipTypeFormAdmin({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = recordFieldsOf(membershipTypeRecord, defaults, actionData);
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
        englishFields={englishNames(membershipTypeRecord)}
        state={actionData}
        record={params.id ? { table: "membership_types", id: params.id } : undefined}
        french={
          <>
            <TextField {...field("name")} />
            <TextArea {...field("description")} rows={3} />
            <TextArea {...field("features")} hint="Un avantage par ligne." rows={6} />
            <TextField {...field("period")} />
          </>
        }
        english={
          <>
            <TextField {...field("name_en")} />
            <TextArea {...field("description_en")} rows={3} />
            <TextArea {...field("features_en")} hint="One per line." rows={6} />
            <TextField {...field("period_en")} />
          </>
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...field("price")} label={LABELS.price} type="number" min="0" step="1000" />
        <Select {...field("member_type")} options={TYPE_CHOICES} />
        <TextField
          {...field("included_licences")}
          hint={"D’un club\u202f: les licences de joueur qu’il donne lui-même. Vide\u202f: 10."}
          type="number"
          min="0"
          max="1000"
        />
        <Select {...field("is_active")} options={STATUS_CHOICES} />
      </div>
    </FormDialog>
  );
}
