/**
 * Writes the sample documents of the website into `files/`.
 *
 *     node database/seed/documents/generate.ts
 *
 * Each run gives the same bytes, so that a file only changes in the history when its text, or the
 * logo of the website, does.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { brandKit, mediaKit } from "./kits.ts";
import type { Book } from "./pdf/blocks.ts";
import { render } from "./pdf/render.ts";
import { formulaireAffiliation } from "./texts/formulaire-affiliation.ts";
import { guideJeuneJoueur } from "./texts/guide-jeune-joueur.ts";
import { guideOrganisateur } from "./texts/guide-organisateur.ts";
import { procesVerbal } from "./texts/proces-verbal.ts";
import { rapportAnnuel } from "./texts/rapport-annuel.ts";
import { reglementCompetitions } from "./texts/reglement-competitions.ts";
import { reglementInterieur } from "./texts/reglement-interieur.ts";
import { statuts } from "./texts/statuts.ts";

const books: Book[] = [
  statuts,
  reglementInterieur,
  reglementCompetitions,
  procesVerbal,
  guideOrganisateur,
  guideJeuneJoueur,
  rapportAnnuel,
  formulaireAffiliation,
];

const folder = new URL("./files/", import.meta.url);

function save(name: string, bytes: Uint8Array, detail: string): void {
  writeFileSync(new URL(name, folder), bytes);
  console.log(`${name.padEnd(46)}${(bytes.length / 1024).toFixed(1).padStart(6)} Ko  ${detail}`);
}

/**
 * Runs `work` with random numbers that repeat.
 *
 * Encryption asks for a random start for each object of the file, which would make every run
 * differ. Acceptable only because these are samples whose password is public.
 */
function repeatable<T>(seed: string, work: () => T): T {
  let count = 0;
  const crypto = globalThis.crypto as { getRandomValues: unknown };
  const fill = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += 32) {
      const digest = createHash("sha256").update(`${seed}/${count}`).digest();
      count += 1;
      bytes.set(digest.subarray(0, Math.min(32, bytes.length - at)), at);
    }
    return bytes;
  };
  const original = Object.getOwnPropertyDescriptor(crypto, "getRandomValues");
  Object.defineProperty(crypto, "getRandomValues", { value: fill, configurable: true });
  try {
    return work();
  } finally {
    if (original) Object.defineProperty(crypto, "getRandomValues", original);
    else Reflect.deleteProperty(crypto, "getRandomValues");
  }
}

mkdirSync(folder, { recursive: true });
for (const book of books) {
  const { bytes, pages } = repeatable(book.file, () => render(book));
  const secret = book.passwords ? `, mot de passe : ${book.passwords.user}` : "";
  save(book.file, bytes, `${pages} pages${secret}`);
}
save("kit-media.zip", mediaKit(), "archive");
save("charte-graphique.zip", await brandKit(), "archive");
