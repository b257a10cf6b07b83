import { isYoungerThan } from "../../core/values/age.ts";
import { DAY } from "../../core/values/durations.ts";
import { type GuardianRow, guardianRowFromSite, NO_GUARDIAN } from "../../guardians/guardian.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import type { MemberStatus, MemberType } from "./members.ts";

/** A member as staff see it. Dates are yyyy-mm-dd. */
type SampleMember = GuardianRow & {
  id: string;
  organisation: string | null;
  /** Of the member, or of the contact of the organisation. */
  first_name: string;
  last_name: string;
  email: string;
  /** E.164 */
  phone: string;
  birth_date: string | null;
  address: string;
  city: string;
  member_type: MemberType;
  status: MemberStatus;
  membership_start: string | null;
  membership_end: string | null;
  created_at: Date;
};

const MEMBERSHIP_DAYS = 365;

const PLAYER_COUNT = 231;

// 41 first names and 29 last names: coprime, so that walking both lists never repeats a pair.
const FIRST_NAMES =
  "Mamadou Aïssatou Ibrahima Fatoumata Mohamed Mariama Alsény Kadiatou Ousmane Hawa Abdoulaye Aminata Karamo Binta Thierno Djénabou Amadou Oumou Daouda Ramatoulaye Boubacar Nènè Saïdou Salimatou Bangaly Hadja Souleymane Mariame Elhadj Kadé Kerfalla Fanta Fodé Saran Aboubacar M’Balia Facinet Hassatou Mory Yarie Siré".split(
    " ",
  );
const LAST_NAMES =
  "Diallo Camara Bah Condé Barry Sylla Touré Keïta Soumah Sow Bangoura Traoré Baldé Kourouma Kaba Cissé Sidibé Kolié Loua Haba Fofana Yansané Kouyaté Diané Zoumanigui Guilavogui Millimono Tounkara Bérété".split(
    " ",
  );

const PLACES: { city: string; address: string }[] = [
  { city: "Conakry", address: "Quartier Taouyah, commune de Ratoma" },
  { city: "Conakry", address: "Quartier Coronthie, commune de Kaloum" },
  { city: "Kankan", address: "Quartier Kabada, commune urbaine" },
  { city: "Conakry", address: "Quartier Landréah, commune de Dixinn" },
  { city: "Labé", address: "Quartier Kouroula, commune urbaine" },
  { city: "Conakry", address: "Quartier Madina, commune de Matam" },
  { city: "Kindia", address: "Quartier Manquepas, commune urbaine" },
  { city: "Conakry", address: "Quartier Matoto Centre, commune de Matoto" },
  { city: "N’Zérékoré", address: "Quartier Dorota, commune urbaine" },
  { city: "Conakry", address: "Quartier Kipé, commune de Ratoma" },
  { city: "Mamou", address: "Quartier Pétel, commune urbaine" },
  { city: "Boké", address: "Quartier Dibiya, commune urbaine" },
  { city: "Faranah", address: "Quartier Aviation, commune urbaine" },
];

const CLUBS: { name: string; city: string }[] = [
  { name: "Lions de Kaloum", city: "Conakry" },
  { name: "Baobab Gaming Kankan", city: "Kankan" },
  { name: "Éclair de Ratoma", city: "Conakry" },
  { name: "Syli Esport Labé", city: "Labé" },
  { name: "Océan Esport Kamsar", city: "Kamsar" },
  { name: "Éperviers de N’Zérékoré", city: "N’Zérékoré" },
  { name: "Manguiers de Kindia", city: "Kindia" },
  { name: "Matam Gaming", city: "Conakry" },
  { name: "Bafing Esport Mamou", city: "Mamou" },
  { name: "Orpailleurs de Siguiri", city: "Siguiri" },
  { name: "Pionniers de Boké", city: "Boké" },
  { name: "Niger Esport Faranah", city: "Faranah" },
  { name: "Étoile de Matoto", city: "Conakry" },
  { name: "Forêt Esport Macenta", city: "Macenta" },
  { name: "Dixinn Esport", city: "Conakry" },
  { name: "Kissi Gaming Guéckédou", city: "Guéckédou" },
  { name: "Union Esport Kissidougou", city: "Kissidougou" },
  { name: "Rizières de Coyah", city: "Coyah" },
  { name: "Fouta Gaming Dalaba", city: "Dalaba" },
  { name: "Cap Verga Esport", city: "Boffa" },
  { name: "Horizon Dubréka", city: "Dubréka" },
];

const PARTNERS: { name: string; city: string }[] = [
  { name: "Nimba Télécom", city: "Conakry" },
  { name: "Kaloum Cloud", city: "Conakry" },
  { name: "Studio Djoliba", city: "Conakry" },
  { name: "Banque du Fouta", city: "Labé" },
  { name: "Soumbouya Énergie", city: "Coyah" },
  { name: "Boissons Tinkisso", city: "Dabola" },
];

// Members who are not active, by their place in the list; everyone else is.
const PLAYER_EXCEPTIONS: MemberStatus[] = [
  ...Array<MemberStatus>(8).fill("pending"),
  ...Array<MemberStatus>(3).fill("suspended"),
  ...Array<MemberStatus>(6).fill("expired"),
];
const CLUB_EXCEPTIONS: Record<number, MemberStatus> = {
  17: "pending",
  18: "expired",
  19: "suspended",
  20: "pending",
};
const PARTNER_EXCEPTIONS: Record<number, MemberStatus> = { 5: "pending" };

const PHONE_PREFIXES = ["620", "621", "622", "624", "625", "628", "655", "657", "660", "664"];

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function asciiSlug(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function playerStatus(index: number): MemberStatus {
  return index % 13 === 6 ? (PLAYER_EXCEPTIONS[Math.floor(index / 13)] ?? "active") : "active";
}

/** How long ago a membership began: applications are fresh, expired ones more than a year old. */
function joinedDaysAgo(status: MemberStatus, index: number): number {
  if (status === "pending") return 1 + ((index * 5) % 12);
  if (status === "expired") return MEMBERSHIP_DAYS + 20 + ((index * 37) % 150);
  // Squaring makes recent months fuller, as in a federation that grows.
  return 3 + Math.floor((((index * 97) % 233) / 233) ** 2 * 345);
}

type Person = {
  number: number;
  type: MemberType;
  status: MemberStatus;
  organisation?: string;
  first_name: string;
  last_name: string;
  email: string;
  address: string;
  city: string;
  age: number;
};

function member(now: Date, person: Person): SampleMember {
  const { number, type, status, age, organisation = null, ...rest } = person;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const start = today - joinedDaysAgo(status, number) * DAY;
  const birthday = Date.UTC(now.getUTCFullYear() - age, 0, 1) - ((number * 53) % 330) * DAY;
  const suffix = String(number).padStart(3, "0");
  const joined = new Date(start + (8 * 60 + ((number * 47) % 600)) * 60_000);
  return {
    ...rest,
    organisation,
    ...guardianOf(person, day(birthday), joined),
    id: `01930000-0000-7000-8000-00000000a${suffix}`,
    phone: `+224${at(PHONE_PREFIXES, number)}000${suffix}`,
    birth_date: organisation === null ? day(birthday) : null,
    member_type: type,
    status,
    membership_start: status === "pending" ? null : day(start),
    membership_end: status === "pending" ? null : day(start + MEMBERSHIP_DAYS * DAY),
    created_at: joined,
  };
}

/** Who was a minor when they applied has a parent of the same name, who agreed. */
function guardianOf({ number, last_name }: Person, birth: string, joined: Date): GuardianRow {
  if (!isYoungerThan(DEFAULT_SETTINGS.minors.age, birth, day(joined.getTime()))) return NO_GUARDIAN;
  const isMother = number % 2 === 0;
  const first_name = isMother ? "Hadja Kadiatou" : "Elhadj Mamadou";
  const guardian = {
    name: `${first_name} ${last_name}`,
    phone: `+224${at(PHONE_PREFIXES, number + 3)}100${String(number).padStart(3, "0")}`,
    relation: isMother ? ("mother" as const) : ("father" as const),
    consent: "1",
  };
  return guardianRowFromSite(guardian, "membership", "fr", joined);
}

function organisations(
  now: Date,
  type: MemberType,
  list: { name: string; city: string }[],
  exceptions: Record<number, MemberStatus>,
  firstNumber: number,
): SampleMember[] {
  return list.map(({ name, city }, index) =>
    member(now, {
      number: firstNumber + index,
      type,
      status: exceptions[index] ?? "active",
      organisation: name,
      first_name: at(FIRST_NAMES, index * 3 + firstNumber),
      last_name: at(LAST_NAMES, index * 5 + firstNumber),
      email: `${asciiSlug(name)}@example.org`,
      address: "Siège social, centre-ville",
      city,
      age: 27 + ((index * 7) % 22),
    }),
  );
}

/** 231 players (214 active), 21 clubs (17 active) and 6 partners (5 active); the same each time. */
export function sampleMembers(now: Date): SampleMember[] {
  const players = Array.from({ length: PLAYER_COUNT }, (_, index) => {
    const first_name = at(FIRST_NAMES, index);
    const last_name = at(LAST_NAMES, index * 7);
    return member(now, {
      number: index + 1,
      type: "player",
      status: playerStatus(index),
      first_name,
      last_name,
      email: `${asciiSlug(first_name)}.${asciiSlug(last_name)}@example.org`,
      ...at(PLACES, index * 5),
      age: 17 + ((index * 11) % 18),
    });
  });
  const firstClub = PLAYER_COUNT + 1;
  return [
    ...players,
    ...organisations(now, "club", CLUBS, CLUB_EXCEPTIONS, firstClub),
    ...organisations(now, "partner", PARTNERS, PARTNER_EXCEPTIONS, firstClub + CLUBS.length),
  ];
}
