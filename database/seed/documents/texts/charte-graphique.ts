import { type Book, prose } from "../pdf/blocks.ts";
import { colour } from "../pdf/theme.ts";

export const charteGraphique: Book = {
  file: "charte-graphique.pdf",
  title: "Charte graphique",
  subtitle: "Le logo, les couleurs, la typographie et le motif de la fédération",
  subject: "Règles d’utilisation de l’identité visuelle de la fédération",
  keywords: "charte, logo, couleurs, typographie",
  reference: "FGE-COM-002",
  edition: "Version 1.1, juin 2026",
  date: "2026-06-01",
  cover: "band",
  contents: false,
  blocks: [
    ...prose(`
# 1. Le logo

Le logo est un écusson : les trois bandes du drapeau, inclinées, derrière une manette. Il
s’emploie seul ou suivi des initiales de la fédération, en clair ou sur fond sombre.
`),
    { kind: "logos" },
    ...prose(`
- Laissez autour du logo un espace libre égal au quart de sa largeur.
- Ne descendez pas sous 12 mm de largeur à l’impression et 24 pixels à l’écran.
- Ne déformez pas le logo, n’en changez ni les couleurs ni l’inclinaison.
- Placez-le sur un fond uni, jamais sur une photo chargée.

#! 2. Les couleurs

Le vert, le jaune et le rouge viennent du drapeau national. L’encre et le papier portent les textes.
`),
    {
      kind: "swatches",
      items: [
        { name: "Encre", hex: colour.ink, use: "Fonds sombres et textes courants." },
        { name: "Papier", hex: colour.paper, use: "Fonds clairs des pages et des affiches." },
        { name: "Vert", hex: colour.green, use: "Grandes surfaces. Pas de petit texte." },
        {
          name: "Vert texte",
          hex: colour.greenText,
          use: "Textes, liens et boutons sur fond clair : contraste suffisant pour tous.",
        },
        {
          name: "Jaune",
          hex: colour.yellow,
          use: "Accent sur fond sombre. Jamais en texte sur fond clair.",
        },
        { name: "Rouge", hex: colour.red, use: "Direct, complet, alerte. Toujours avec un mot." },
      ],
    },
    ...prose(`
# 3. La typographie

Les titres sont gras, serrés et courts. Le texte courant utilise la police du système, sur une ligne
de 68 caractères au plus. Les montants et les dates suivent l’usage français : 150 000 GNF, le
12 mars 2027, des guillemets « français » et une espace insécable avant : ; ! ?

# 4. Le motif

Les trois bandes inclinées soulignent le bord d’un visuel. Elles restent dans l’ordre du drapeau, de
même épaisseur. Rien d’autre n’est incliné dans la page.
`),
  ],
};
