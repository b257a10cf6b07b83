/** What is wrong with an address in a text of the site, or with a picture. */
export type LinkProblem =
  /** Nothing is there. */
  | "missing"
  /** Visitors may not see what is there. */
  | "draft"
  /** It leads to where the page is now. */
  | "moved"
  /** It leads into the back office. */
  | "office"
  /** A file that is gone, or that visitors may not open. */
  | "file-missing"
  | "file-private"
  /** A picture without a description, a button without words. */
  | "no-alt"
  | "no-label";

/** One problem, with the form where it is corrected. */
export type LinkFinding = {
  problem: LinkProblem;
  /** As it is written; of a picture, its file. */
  address: string;
  /** Where it leads now. */
  now?: string;
  /** The kind of record that holds it, its name, and the address of its form. */
  where: string;
  label: string;
  to: string;
};

/** The most serious first. */
export const LINK_PROBLEMS: Record<LinkProblem, string> = {
  missing: "Mène à une page qui n’existe pas",
  "file-missing": "Mène à un fichier qui n’existe plus",
  draft: "Mène à une page qui n’est pas publiée",
  "file-private": "Mène à un fichier que les visiteurs ne peuvent pas ouvrir",
  office: "Mène à l’administration, où les visiteurs n’entrent pas",
  "no-label": "Bouton sans texte",
  "no-alt": "Image sans description",
  moved: "L’adresse a changé : les visiteurs sont redirigés, le lien est à corriger",
};

/** A longer list is cut. */
export const MAX_SHOWN = 300;
