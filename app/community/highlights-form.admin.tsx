import { useState } from "react";
import { ImageField } from "../files/admin/file-picker.tsx";
import { Bilingual, recordFieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { VersionsLink } from "../kit/form/form-links.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { englishNames, labelsOf } from "../records/record-fields.ts";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/highlights-form.admin.ts";
import {
  type HighlightKind,
  highlightRecord,
  KIND_CHOICES,
  STATUS_CHOICES,
} from "./highlights.record.ts";
import {
  createHighlight,
  findHighlight,
  highlightForm,
  updateHighlight,
} from "./highlights.staff.server.ts";

const LIST = "/admin/highlights";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { kind: "player", is_active: "shown" } };
  return { defaults: highlightForm.fieldsOf(await recordAt(context, id, findHighlight)) };
}

export const action = saveAction({
  schema: highlightForm.schema,
  list: LIST,
  fieldsOf: highlightForm.fieldsOf,
  create: { run: createHighlight, text: "Mise en avant créée avec succès" },
  update: { run: updateHighlight, text: "Mise en avant mise à jour avec succès" },
});

export default function HighlightFormAdmin({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = recordFieldsOf(highlightRecord, defaults, actionData);
  const [kind, setKind] = useState(field("kind").defaultValue as HighlightKind);
  return (
    <FormDialog
      title={params.id ? "Modifier la mise en avant" : "Nouvelle mise en avant"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={labelsOf(highlightRecord)}
      aside={params.id && <VersionsLink table="highlights" id={params.id} />}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <div
          onChange={({ target }) =>
            target instanceof HTMLSelectElement && setKind(target.value as HighlightKind)
          }
        >
          <Select {...field("kind")} options={KIND_CHOICES} required />
        </div>
        <TextField {...field("name")} />
        {kind === "player" && <TextField {...field("gamertag")} />}
        {kind === "club" && <TextField {...field("members_count")} type="number" min="0" />}
        <Select {...field("is_active")} options={STATUS_CHOICES} />
        <ImageField {...field("image_url")} label="Image (URL)" />
      </div>
      <Bilingual
        englishFields={englishNames(highlightRecord)}
        state={actionData}
        record={params.id ? { table: "highlights", id: params.id } : undefined}
        french={
          <>
            {kind === "player" && <TextField {...field("level")} hint="Professionnel, Avancé…" />}
            {kind !== "partner" && (
              <TextArea {...field("achievements")} hint="Un titre ou un résultat par ligne." />
            )}
            {kind === "partner" && (
              <>
                <TextField {...field("category")} />
                <TextArea {...field("contribution")} rows={3} />
              </>
            )}
          </>
        }
        english={
          <>
            {kind === "player" && <TextField {...field("level_en")} />}
            {kind !== "partner" && (
              <TextArea {...field("achievements_en")} hint="One title or result per line." />
            )}
            {kind === "partner" && (
              <>
                <TextField {...field("category_en")} />
                <TextArea {...field("contribution_en")} rows={3} />
              </>
            )}
          </>
        }
      />
    </FormDialog>
  );
}
