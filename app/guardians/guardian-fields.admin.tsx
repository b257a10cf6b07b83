import type { fieldsOf } from "../kit/form/fields.tsx";
import { Checkbox, Select, TextField } from "../ui/fields.tsx";
import { GUARDIAN_LABELS, RELATION_CHOICES } from "./guardian-labels.ts";

type Props = {
  field: ReturnType<typeof fieldsOf>;
  /** The day on which the age counts, as text. */
  when: string;
  /** What was agreed to before, and when. */
  consent?: string;
};

type Name = keyof typeof GUARDIAN_LABELS;
const NAMES = Object.keys(GUARDIAN_LABELS) as Name[];

/** The guardian of a minor in the forms of staff. Open when a field has a value or an error. */
export function GuardianPanel({ field, when, consent }: Props) {
  const props = (name: Name) => ({ ...field(name), label: GUARDIAN_LABELS[name] });
  const isOpen = NAMES.some((name) => field(name).defaultValue || field(name).error);
  return (
    <details open={isOpen} className="panel p-4">
      <summary>Responsable légal d’un mineur</summary>
      <p className="mt-2 text-muted">À remplir si la personne est mineure {when}.</p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <TextField {...props("guardianName")} />
        <TextField {...props("guardianPhone")} type="tel" />
        <Select {...props("guardianRelation")} options={RELATION_CHOICES} placeholder="Choisir…" />
        <div>
          <Checkbox {...props("guardianPaper")}>
            Ce responsable a donné son accord par écrit, sur papier
          </Checkbox>
        </div>
      </div>
      {consent && (
        <p className="mt-3 text-sm text-muted">
          Accord enregistré : {consent}. Il reste valable pour ce responsable, et pour lui seul : si
          un autre nom est saisi, cochez que ce nouveau responsable a donné son accord.
        </p>
      )}
    </details>
  );
}
