import type { fieldsOf } from "../kit/fields.tsx";
import { Select, TextField } from "../ui/fields.tsx";
import { PLATFORM_LABELS } from "./registration-labels.ts";
import { PLATFORMS } from "./registrations.ts";

/** What the fields of somebody who registers are called at the desk. */
export const PERSON_LABELS = {
  firstName: "Prénom",
  lastName: "Nom",
  email: "E-mail",
  phone: "Téléphone",
  birthDate: "Date de naissance",
  gamertag: "Gamertag",
  platform: "Plateforme",
  language: "Langue des messages",
};

const PLATFORM_CHOICES = PLATFORMS.map((value) => ({ value, label: PLATFORM_LABELS[value] }));
const LANGUAGE_CHOICES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "English" },
];

/** Who comes: the same fields for somebody new, and to correct. */
export function PersonFields({
  field,
  today,
}: {
  field: ReturnType<typeof fieldsOf>;
  today: string;
}) {
  const props = (name: keyof typeof PERSON_LABELS) => ({
    ...field(name),
    label: PERSON_LABELS[name],
  });
  return (
    <>
      <TextField {...props("firstName")} required />
      <TextField {...props("lastName")} required />
      <TextField {...props("email")} type="email" required />
      <TextField {...props("phone")} type="tel" required />
      <TextField {...props("birthDate")} type="date" max={today} required />
      <TextField {...props("gamertag")} required />
      <Select {...props("platform")} options={PLATFORM_CHOICES} placeholder="Choisir…" required />
      <Select {...props("language")} options={LANGUAGE_CHOICES} />
    </>
  );
}
