import { readFileSync } from "node:fs";
import sharp from "sharp";
import { logoSvg } from "./pdf/emblem.ts";
import { render } from "./pdf/render.ts";
import { colour } from "./pdf/theme.ts";
import { biographies } from "./texts/biographies.ts";
import { charteGraphique } from "./texts/charte-graphique.ts";
import { ficheFederation } from "./texts/fiche-federation.ts";
import { zip } from "./zip.ts";

/** Windows line ends, for the editors that need them. */
const text = (source: string) => Buffer.from(`${source.trim()}\n`.replaceAll("\n", "\r\n"));

const mediaReadme = `
FÉDÉRATION GUINÉENNE D’ESPORT (FGE)
Kit média

Ce dossier est destiné aux journalistes, aux clubs affiliés et aux partenaires.

Contenu
- fiche-federation.pdf : présentation de la fédération en une page, avec les chiffres clés.
- biographies.pdf : les biographies de la direction.
- visuels/ : scènes de compétition, en images vectorielles, libres de droits.
- logo.svg : logo vectoriel, à privilégier pour tous les usages.

Conditions d’utilisation
Les visuels sont libres de droits, retouches et recadrages compris. Pour le logo :
1. Le logo peut être utilisé pour illustrer un article ou une émission consacrés à la fédération
   ou à l’une de ses compétitions.
2. Il ne doit être ni déformé, ni recoloré, ni associé à une activité de paris.
3. Tout usage commercial demande l’accord écrit du secrétariat général.
4. Mention à porter : « Fédération Guinéenne d’Esport ».

Pour une interview, une accréditation ou des images complémentaires, écrivez-nous depuis la page
« Contact » du site de la fédération, en précisant votre média et votre délai.
`;

const brandReadme = `
FÉDÉRATION GUINÉENNE D’ESPORT (FGE)
Charte graphique, version 1.1

Contenu
- charte-graphique.pdf : règles d’utilisation du logo, des couleurs et de la typographie.
- palette.txt : valeurs des couleurs, à copier dans vos outils.
- logo.svg : logo vectoriel, pour l’impression et les grands formats.
- logo-512.png, logo-1024.png : logo sur fond transparent, pour les écrans.

Avant de publier un visuel portant le logo de la fédération, envoyez-en une épreuve au secrétariat
général depuis la page « Contact » du site. La réponse est donnée sous cinq jours ouvrés.
`;

function palette(): string {
  const rows: [string, string, string][] = [
    ["Encre", colour.ink, "fonds sombres, textes"],
    ["Nuit", colour.night, "sections sombres"],
    ["Papier", colour.paper, "fonds clairs"],
    ["Filet", colour.line, "filets et bordures"],
    ["Vert", colour.green, "grandes surfaces"],
    ["Vert texte", colour.greenText, "textes et boutons sur fond clair"],
    ["Jaune", colour.yellow, "accent, jamais en texte sur fond clair"],
    ["Rouge", colour.red, "direct, alerte"],
  ];
  const line = ([name, hex, use]: [string, string, string]) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return `${name.padEnd(12)}${hex}   RVB ${parts.join(", ").padEnd(15)}${use}`;
  };
  return ["FGE : palette de couleurs", "", ...rows.map(line)].join("\n");
}

/** Scenes that show the federation's life, drawn for this site. */
const VISUALS = ["arena-night", "national-team", "trophy-confetti", "women-cup", "coast-conakry"];

const picture = (name: string) => readFileSync(new URL(`../pictures/${name}.svg`, import.meta.url));

export function mediaKit(): Buffer {
  return zip([
    { name: "README.txt", bytes: text(mediaReadme) },
    { name: "fiche-federation.pdf", bytes: render(ficheFederation).bytes },
    { name: "biographies.pdf", bytes: render(biographies).bytes },
    ...VISUALS.map((name) => ({ name: `visuels/${name}.svg`, bytes: picture(name) })),
    { name: "logo.svg", bytes: Buffer.from(logoSvg()) },
  ]);
}

export async function brandKit(): Promise<Buffer> {
  const logo = Buffer.from(logoSvg());
  const pixels = async (width: number) => ({
    name: `logo-${width}.png`,
    bytes: await sharp(logo, { density: 1200 }).resize({ width }).png().toBuffer(),
  });
  return zip([
    await pixels(512),
    await pixels(1024),
    { name: "README.txt", bytes: text(brandReadme) },
    { name: "palette.txt", bytes: text(palette()) },
    { name: "charte-graphique.pdf", bytes: render(charteGraphique).bytes },
    { name: "logo.svg", bytes: logo },
  ]);
}
