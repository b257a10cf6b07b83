import type { Language } from "../i18n/languages.ts";
import { translator } from "../i18n/translate.server.ts";

/**
 * The public pages that are no record, with the words by which people look for them beside their title. Whoever looks
 * for "licence" wants the page where one is asked for, in whatever language they type.
 */
const SITE_PAGES = [
  {
    path: "/membership",
    title: "membership.title",
    words: "adhérer licence cotisation membre devenir membership join member fee",
  },
  {
    path: "/events",
    title: "events.title",
    words:
      "tournoi compétition calendrier agenda billet s’inscrire tournament competition calendar ticket",
  },
  { path: "/news", title: "news.title", words: "actualité article nouvelle news" },
  {
    path: "/contact",
    title: "contact.title",
    words: "adresse téléphone écrire e-mail horaires address phone write opening hours",
  },
  {
    path: "/about",
    title: "about.title",
    words:
      "fédération mission histoire direction équipe président federation history leadership team",
  },
  {
    path: "/membership/community",
    title: "community.title",
    words: "joueur club communauté player community",
  },
  { path: "/partners", title: "partners.title", words: "partenaire sponsor partner" },
  {
    path: "/resources",
    title: "resources.title",
    words: "document règlement statuts formulaire télécharger rules form download",
  },
  {
    path: "/payments",
    title: "payments.title",
    words: "payer paiement reçu remboursement payment receipt refund",
  },
  {
    path: "/me",
    title: "me.title",
    words:
      "compte connexion se connecter retrouver billet licence account sign in find ticket licence",
  },
  {
    path: "/licences",
    title: "register.title",
    words: "licence registre numéro vérifier club affilié register number check affiliated",
  },
  { path: "/newsletter", title: "newsletterForm.title", words: "lettre s’abonner subscribe" },
  {
    path: "/privacy",
    title: "footer.privacy",
    words: "confidentialité vie privée données cookies privacy data",
  },
  {
    path: "/privacy/data",
    title: "ownData.title",
    words: "données personnelles effacer copie supprimer personal data erase copy",
  },
  { path: "/terms", title: "footer.terms", words: "mentions légales CGU conditions legal terms" },
  { path: "/", title: "common.home", words: "accueil home" },
] as const;

export type SitePage = { path: string; title: string };

/** The pages whose title or words begin with each of these words; accents, case and plural do not count. */
export function findSitePages(words: readonly string[], language: Language): SitePage[] {
  const [t, french, english] = [translator(language), translator("fr"), translator("en")];
  const wanted = words.flatMap(tokensOf);
  if (wanted.length === 0) return [];
  return SITE_PAGES.filter(({ title, words: more }) => {
    const tokens = tokensOf(`${french(title)} ${english(title)} ${more}`);
    return wanted.every((word) => isIn(tokens, word));
  }).map(({ path, title }) => ({ path, title: t(title) }));
}

const tokensOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token.length > 1);

/** Shorter words are whole words: "le" is not the beginning of "legal". */
const isIn = (tokens: readonly string[], word: string): boolean =>
  word.length < 4
    ? tokens.includes(word)
    : tokens.some((token) => token.startsWith(word) || token === word.replace(/[sx]$/, ""));
