import { useState } from "react";
import { ImageField } from "../files/admin/image-field.tsx";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { recordAt, saveAction } from "../kit/form/save.server.ts";
import { VersionsLink } from "../kit/versions-link.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/highlights-form.admin.ts";
import { KIND_CHOICES, STATUS_CHOICES } from "./highlight-labels.ts";
import { highlightFields } from "./highlight-restoring.server.ts";
import { highlightFormSchema } from "./highlight-schema.ts";
import { createHighlight, findHighlight, updateHighlight } from "./highlights.staff.server.ts";
import type { HighlightKind } from "./highlights.ts";

const LIST = "/admin/highlights";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { defaults: { kind: "player", is_active: "shown" } };
  return { defaults: highlightFields(await recordAt(context, id, findHighlight)) };
}

export const action = saveAction({
  schema: highlightFormSchema,
  list: LIST,
  fieldsOf: highlightFields,
  create: { run: createHighlight, text: "Mise en avant créée avec succès" },
  update: { run: updateHighlight, text: "Mise en avant mise à jour avec succès" },
});

const LABELS = {
  kind: "Type",
  name: "Nom",
  image_url: "Image",
  gamertag: "Gamertag",
  level: "Niveau",
  level_en: "Level (English)",
  members_count: "Nombre de membres",
  achievements: "Palmarès",
  achievements_en: "Achievements (English)",
  category: "Domaine",
  category_en: "Field (English)",
  contribution: "Contribution",
  contribution_en: "Contribution (English)",
  is_active: "Statut",
};

const ENGLISH = ["level_en", "achievements_en", "category_en", "contribution_en"] as const;

export default function HighlightFormAdmin({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { defaults } = loaderData;
  const field = fieldsOf(defaults, actionData);
  const [kind, setKind] = useState(field("kind").defaultValue as HighlightKind);
  return (
    <FormDialog
      title={params.id ? "Modifier la mise en avant" : "Nouvelle mise en avant"}
      list={LIST}
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={params.id && <VersionsLink table="highlights" id={params.id} />}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <div
          onChange={({ target }) =>
            target instanceof HTMLSelectElement && setKind(target.value as HighlightKind)
          }
        >
          <Select {...field("kind")} label={LABELS.kind} options={KIND_CHOICES} required />
        </div>
        <TextField {...field("name")} label={LABELS.name} required />
        {kind === "player" && <TextField {...field("gamertag")} label={LABELS.gamertag} />}
        {kind === "club" && (
          <TextField
            {...field("members_count")}
            label={LABELS.members_count}
            type="number"
            min="0"
          />
        )}
        <Select {...field("is_active")} label={LABELS.is_active} options={STATUS_CHOICES} />
        <ImageField {...field("image_url")} label="Image (URL)" />
      </div>
      <Bilingual
        englishFields={ENGLISH}
        state={actionData}
        record={params.id ? { table: "highlights", id: params.id } : undefined}
        french={
          <>
            {kind === "player" && (
              <TextField {...field("level")} label={LABELS.level} hint="Professionnel, Avancé…" />
            )}
            {kind !== "partner" && (
              <TextArea
                {...field("achievements")}
                label={LABELS.achievements}
                hint="Un titre ou un résultat par ligne."
              />
            )}
            {kind === "partner" && (
              <>
                <TextField {...field("category")} label={LABELS.category} />
                <TextArea {...field("contribution")} label={LABELS.contribution} rows={3} />
              </>
            )}
          </>
        }
        english={
          <>
            {kind === "player" && <TextField {...field("level_en")} label="Level" />}
            {kind !== "partner" && (
              <TextArea
                {...field("achievements_en")}
                label="Achievements"
                hint="One title or result per line."
              />
            )}
            {kind === "partner" && (
              <>
                <TextField {...field("category_en")} label="Field" />
                <TextArea {...field("contribution_en")} label="Contribution" rows={3} />
              </>
            )}
          </>
        }
      />
    </FormDialog>
  );
}
