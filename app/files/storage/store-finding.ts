import type { CheckLevel } from "../../core/process/checks.ts";
import { formatMoment } from "../../i18n/format.ts";
import { sizeWords } from "../files.ts";
import type { StoreFindings, StoreState } from "./file-stores.table.server.ts";

type Store = {
  state: StoreState | null;
  findings: StoreFindings | null;
  checked_at: Date | null;
};
type Amount = { files: number; bytes: number };
type NextRemoval = { files: number; next: Date | null };
type Finding = { level: CheckLevel; summary: string; details: [name: string, result: string][] };

const TROUBLE: Readonly<Partial<Record<StoreState, { level: CheckLevel; summary: string }>>> = {
  away: { level: "error", summary: "Le stockage ne répond pas : rien n’en est retiré" },
  foreign: {
    level: "error",
    summary:
      "Les fichiers sont ceux d’une autre base : rien n’en est retiré (npm run admin -- adopt-store)",
  },
  older: {
    level: "warning",
    summary:
      "La base est plus ancienne que les fichiers : rien n’est retiré sans votre accord (npm run admin -- adopt-store)",
  },
};

const filesWords = (files: number) => `${files} fichier${files > 1 ? "s" : ""}`;
const amountWords = ({ files, bytes }: Amount) => `${filesWords(files)}, ${sizeWords(bytes)}`;

/** What Diagnostic says of the store of files. */
export function storeFinding(
  store: Store | undefined,
  { waiting, next }: { waiting: Amount; next: NextRemoval },
): Finding {
  const { state, findings, checked_at } = store ?? {};
  const details: Finding["details"] = [];
  if (findings) details.push(...findingWords(findings));
  if (waiting.files > 0) details.push(["En attente de votre accord", amountWords(waiting)]);
  if (next.files > 0) {
    const from = next.next ? `, à partir du ${formatMoment("fr", next.next)}` : "";
    details.push(["Supprimés, à retirer plus tard", filesWords(next.files) + from]);
  }
  if (checked_at) details.push(["Dernier passage", formatMoment("fr", checked_at)]);
  const trouble = state ? TROUBLE[state] : undefined;
  if (trouble) return { ...trouble, details };
  if (!findings) return { level: "success", summary: "Pas encore parcouru", details };
  const { unknown, missing } = findings;
  const parts = [
    unknown.files > 0 &&
      `${filesWords(unknown.files)} inconnu${unknown.files > 1 ? "s" : ""} de la base`,
    missing > 0 && `${filesWords(missing)} introuvable${missing > 1 ? "s" : ""}`,
    waiting.files > 0 && `${filesWords(waiting.files)} à retirer avec votre accord`,
  ].filter((part) => part !== false);
  if (parts.length > 0) return { level: "warning", summary: parts.join(", "), details };
  return { level: "success", summary: amountWords(findings), details };
}

function findingWords({ files, bytes, unknown, missing }: StoreFindings): Finding["details"] {
  const words: Finding["details"] = [["Dans le stockage", amountWords({ files, bytes })]];
  if (unknown.files > 0) {
    const oldest = unknown.oldest
      ? `, le plus ancien du ${formatMoment("fr", new Date(unknown.oldest))}`
      : "";
    words.push(["Inconnus de la base, jamais retirés", amountWords(unknown) + oldest]);
  }
  if (missing > 0) words.push(["Fiches dont le fichier manque", String(missing)]);
  return words;
}
