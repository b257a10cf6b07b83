import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../database/migrations");

/**
 * The migrations that sites have applied, with their SHA-256. They are never edited again: a change of the schema is
 * another migration, made by `drizzle-kit generate`, and its line is added here.
 */
const RELEASED: Readonly<Record<string, string>> = {
  "0000_schema.sql": "08e5c3bc805295cd635fe961c46be5bc4ba9b0480bfa0d7b3bac3ba8f3d7e0b2",
  "0001_approvals_and_doubts.sql":
    "60912ea8d5cca44559c61dbd137712b9128b8ea89c4fba6dfd3f7f4b553833e7",
  "0002_moved_links.sql": "c8f2b8c7e79255355a56df606ea0449c0502165a3050a41ae2917497582c509d",
  "0003_clock_cause.sql": "9e6f9955a43dd43afcb12197cd9b8031dcf185b6132671e152ed7e0b4a391c5a",
  "0004_members_of_type.sql": "c69fcad4de56b6e87b472a42dcfb129af9a9f5a07c116b11d64c402bddc6591d",
  "0005_names_with_apostrophes.sql":
    "2394e083b3a25932050bc121a94a40a09c04a6518b4b076afe609868d217971b",
  "0006_silent_operators.sql": "76f8a4df4a0c800523172c220696567527f9963b1e5c2445007b3cad5b65b33e",
  "0007_receipts.sql": "5618993675c439d2f7aadac186129e49fac0d4ec92e21cee2cacb24b4417e169",
  "0008_refunds_and_rests.sql": "c5e9fe722df5c5e6ad5ba5d1b5661dce43f1191b6aab76219f2746dbd4a69f38",
  "0009_organisations.sql": "6e72217c0bde610db4b889a774975b18e7664fd1f8c8fa642e2488c99c05d114",
  "0010_licences.sql": "54bb82253afeeeaf82a730d1bfe57dee9f032f0918d0e9cf23c95757b9726aa6",
  "0011_second_persons.sql": "64ee1a3cff7e5a191284954bf35e4d3b041dfcec3cdd5b4bf29174be3626c2fd",
  "0012_me.sql": "db0f517c4e5a24c24c5dad1356c733a870e03ccb42ad3fa3add2567607e0f24d",
  "0013_sample_registrations.sql":
    "d84b950ddad04476ef77ffb78bb51f5cd83d76adf91487780c2ffc84a2eedf84",
  "0014_clubs.sql": "1fd6617cd277b4c85ce4c55edc4a4b16425e8c98413f1489d6e8e538723091ee",
  "0015_offers_told.sql": "247cdb7ea115381e30a43f8d74d52a994d791e9bf14b14ae751eb3a8621d44d7",
  "0016_events_licence.sql": "cf3953aaed47e67302da1be6cbe4e7598d50fddf3f31bf06144199d113faf32d",
  "0017_register.sql": "33e1311fbef3e78d29171e2b97ee2e46027ad361b56a60882c9979379e4ce767",
  "0018_club_moves.sql": "0e4b0739503ccdd7775873775372178f8ea820f9670edf4e4a97615b621d8cb3",
  "0019_people_merged.sql": "f8f6c0e752089f944087d9afa65c81db9b95978078613f38462b4d20d8cdd35e",
  "0020_club_purchases.sql": "7c661fe74c0e97d8ac63d419c7c77e06cca1bd3229ffa7a9b252c5cefc7727c1",
  "0021_left_clubs.sql": "685ebc7ccf68fc122c0c29fcb03e476e15f61e01e02c7a6b745d6fa6d713f818",
  "0022_club_invitees.sql": "b5bd1be46aeb2e025c1e0acd49a28d9ccbe1c762b0d6b18782af19caeeb4c975",
  "0023_licence_photos.sql": "a9b1ba8703be5ed50c7f4eed8fff8ea7fdf12325de3c8268a6a076783e5480e2",
  "0024_club_profiles.sql": "19dffb94150389204884b03b515a90cbddbde0423cf816143d0d8b62b63e67dd",
  "0025_events_club.sql": "21372e14c35cb215ba2238d9a89912f08c01eac7285550f69b5ee0523f954e4b",
};

test("a migration that was released is never edited, renamed or removed; a new one has its line here", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".sql"));
  const sums = files.map((file) => {
    const bytes = readFileSync(join(FOLDER, file));
    return [file, createHash("sha256").update(bytes).digest("hex")];
  });
  expect(Object.fromEntries(sums)).toEqual(RELEASED);
});
