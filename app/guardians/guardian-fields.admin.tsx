import type { fieldsOf } from "../kit/form/fields.tsx";
import { Checkbox, Select, TextField } from "../ui/fields.tsx";
import { type Consent, GUARDIAN_LABELS, RELATION_CHOICES } from "./guardian-labels.ts";

type Props = {
  field: ReturnType<typeof fieldsOf>;
  /** The day on which the age counts, as text. */
  when: string;
  /** What was agreed to before. */
  consent?: Consent;
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
        <div className="mt-4">
          <ConsentText {...consent} />
          <p className="mt-1 text-sm text-muted">
            Il reste valable pour ce responsable, et pour lui seul : si un autre nom est saisi,
            cochez que ce nouveau responsable a donné son accord.
          </p>
        </div>
      )}
    </details>
  );
}

/** That a guardian agreed, and when; what to, for whoever asks. */
export function ConsentText({ text, at }: Consent) {
  return (
    <details className="panel px-3 py-2">
      <summary>Accord donné le {at}</summary>
      <p className="mt-2 text-sm wrap-anywhere">« {text} »</p>
    </details>
  );
}
