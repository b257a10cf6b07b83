import type { fieldsOf } from "../kit/form/fields.tsx";
import { Select, TextField } from "../ui/fields.tsx";

/** What the form calls what it says of the people who come. */
export const RULE_LABELS = {
  asks_gamertag: "Gamertag et plateforme",
  min_age: "Âge minimum",
  max_age: "Âge maximum",
};

const CHOICES = [
  { value: "yes", label: "Demandés à l’inscription" },
  { value: "no", label: "Non demandés" },
];

const AGE = { type: "number", inputMode: "numeric", min: "1", max: "120" } as const;

/** Who may come, and what they are asked beside their name. */
export function PersonRules({ field }: { field: ReturnType<typeof fieldsOf> }) {
  return (
    <fieldset className="grid gap-4 md:grid-cols-3">
      <legend className="mb-3 text-lg font-bold">Participants</legend>
      <Select
        {...field("asks_gamertag")}
        label={RULE_LABELS.asks_gamertag}
        hint="Selon la catégorie : demandés pour un tournoi ou un championnat."
        options={CHOICES}
        placeholder="Selon la catégorie"
      />
      <TextField
        {...field("min_age")}
        label={RULE_LABELS.min_age}
        hint="Facultatif. Compris, et compté le jour de l’événement."
        {...AGE}
      />
      <TextField
        {...field("max_age")}
        label={RULE_LABELS.max_age}
        hint="Facultatif. Compris, et compté le jour de l’événement."
        {...AGE}
      />
    </fieldset>
  );
}
