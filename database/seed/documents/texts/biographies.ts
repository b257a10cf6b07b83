import { SAMPLE_LEADERS } from "../../../../app/about/leadership.samples.ts";
import { type Book, prose } from "../pdf/blocks.ts";

/** The people of the page « À propos », in the same words. */
const lives = SAMPLE_LEADERS.map(
  ({ name, position, bio }) => `# ${name}\n\n**${position}**\n\n${bio}`,
);

export const biographies: Book = {
  file: "biographies.pdf",
  title: "Biographies",
  subtitle: "La direction de la fédération, à l’usage de la presse",
  subject: "Biographies de la direction de la Fédération Guinéenne d’Esport",
  keywords: "presse, biographies, direction, esport, Guinée",
  reference: "FGE-COM-003",
  edition: "Saison 2025-2026",
  date: "2026-06-01",
  cover: "band",
  contents: false,
  blocks: prose(lives.join("\n\n")),
};
