import type { fieldsOf } from "../../kit/form/fields.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { PLATFORMS } from "../registrations.ts";
import { PLATFORM_LABELS } from "./registration-labels.ts";

/** The labels of the fields of a person. */
export const PERSON_LABELS = {
  firstName: "Prénom",
  lastName: "Nom",
  email: "E-mail",
  phone: "Téléphone",
  birthDate: "Date de naissance",
  licence: "Numéro de licence",
  gamertag: "Gamertag",
  platform: "Plateforme",
  language: "Langue des messages",
};

const PLATFORM_CHOICES = PLATFORMS.map((value) => ({ value, label: PLATFORM_LABELS[value] }));
const LANGUAGE_CHOICES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "English" },
];

/** Whether all events of a choice, some or none ask for gamertag and platform. */
type GamertagNeed = "all" | "some" | "none";

export function GamertagFields({
  field,
  need,
}: {
  field: ReturnType<typeof fieldsOf>;
  need: GamertagNeed;
}) {
  if (need === "none") return null;
  const required = need === "all";
  const hint = required ? undefined : "Si l’événement choisi le demande.";
  const { gamertag, platform } = PERSON_LABELS;
  return (
    <>
      <TextField {...field("gamertag")} label={gamertag} hint={hint} required={required} />
      <Select
        {...field("platform")}
        label={platform}
        hint={hint}
        options={PLATFORM_CHOICES}
        placeholder="Choisir…"
        required={required}
      />
    </>
  );
}

export function gamertagNeed(events: readonly { asks_gamertag: boolean }[]): GamertagNeed {
  if (!events.some(({ asks_gamertag }) => asks_gamertag)) return "none";
  return events.every(({ asks_gamertag }) => asks_gamertag) ? "all" : "some";
}

/** The fields of a person, for a new registration and for a correction. */
export function PersonFields({
  field,
  today,
  gamertag,
  licence,
}: {
  field: ReturnType<typeof fieldsOf>;
  today: string;
  gamertag: GamertagNeed;
  /** An event of the choice asks for one. */
  licence: boolean;
}) {
  const props = (name: keyof typeof PERSON_LABELS) => ({
    ...field(name),
    label: PERSON_LABELS[name],
  });
  return (
    <>
      <TextField {...props("firstName")} required />
      <TextField {...props("lastName")} required />
      <TextField
        {...props("email")}
        type="email"
        hint="Sans adresse, celle d’un proche ou du club."
        required
      />
      <TextField {...props("phone")} type="tel" required />
      <TextField {...props("birthDate")} type="date" max={today} required />
      {licence && (
        <TextField {...props("licence")} hint="Facultatif ici. Sans licence, l’entrée l’indique." />
      )}
      <GamertagFields field={field} need={gamertag} />
      <Select {...props("language")} options={LANGUAGE_CHOICES} />
    </>
  );
}
