import { type Book, prose } from "../pdf/blocks.ts";

export const ficheFederation: Book = {
  file: "fiche-federation.pdf",
  title: "La fédération en une page",
  subtitle: "Fiche de présentation à l’usage de la presse et des partenaires",
  subject: "Présentation de la Fédération Guinéenne d’Esport",
  keywords: "presse, présentation, chiffres, esport, Guinée",
  reference: "FGE-COM-001",
  edition: "Chiffres au 31 décembre 2025",
  date: "2026-06-01",
  cover: "band",
  contents: false,
  blocks: [
    {
      kind: "figures",
      items: [
        { value: "212", label: "joueurs licenciés" },
        { value: "15", label: "clubs affiliés" },
        { value: "24", label: "compétitions en 2025" },
        { value: "8", label: "partenaires" },
      ],
    },
    ...prose(`
# Qui sommes-nous ?

La Fédération Guinéenne d’Esport organise, développe et représente la pratique compétitive du jeu
vidéo en République de Guinée. Association à but non lucratif, elle affilie les clubs, délivre les
licences, forme les arbitres et conduit les sélections nationales.

# Repères

- **2009–2013** : premiers clubs à Conakry, naissance de la fédération.
- **2017** : reconnaissance officielle.
- **2018** : premiers championnats nationaux.
- **2019** : affiliation internationale.

# Nos valeurs

**Excellence, intégrité, inclusivité, innovation.** Elles se traduisent par des horaires protégés
pour les mineurs, des créneaux réservés aux joueuses et une présence dans six régions.

> Porte-parole | Saïkou Barry, président ; Ousmane Tounkara, secrétaire général. Demandes d’interview
et d’accréditation : page « Contact » du site de la fédération, réponse sous deux jours ouvrés.
`),
  ],
};
