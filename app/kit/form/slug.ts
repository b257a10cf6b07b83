/** A name as a word for addresses: 'Tarif étudiant' is 'tarif-etudiant'. Empty when nothing is left of it. */
export function slugify(name: string, max = 40): string {
  const plain = name
    .replaceAll("œ", "oe")
    .replaceAll("Œ", "oe")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, max)
    .replaceAll(/^-|-$/g, "");
}

/** The word itself, or with a number after it when it is taken. */
export function freeSlug(base: string, used: ReadonlySet<string>): string {
  let word = base;
  for (let n = 2; used.has(word); n++) word = `${base}-${n}`;
  return word;
}
