import { MAX_TRIES } from "../children/media.ts";
import type { FileRow } from "../files.staff.server.ts";
import { PROBLEM_LABELS } from "./problem-labels.ts";

type Preparation = Pick<FileRow, "file_type" | "prepared_at" | "prepare_problem" | "prepare_tries">;

/** Says of a file that its smaller pictures, or its cover, could not be made. */
export function PreparationNote({ file }: { file: Preparation }) {
  const { prepared_at, prepare_problem, prepare_tries } = file;
  const givenUp = prepare_tries >= MAX_TRIES;
  // A machine that went down over it could not say so.
  const problem = prepare_problem ?? (givenUp ? "died" : null);
  if (prepared_at || !problem) return null;
  const what = file.file_type === "application/pdf" ? "sa couverture" : "ses versions réduites";
  const why = PROBLEM_LABELS[problem];
  return (
    <p className="rounded-control bg-sand p-3 text-sm">
      {givenUp
        ? `Le site n’a pas pu faire ${what} : ${why}. Le fichier s’ouvre et se télécharge tel qu’il est. Remplacez-le par une version plus légère pour un nouvel essai.`
        : `Le site n’a pas encore pu faire ${what} : ${why}. Un nouvel essai suit.`}
    </p>
  );
}
