import * as z from "zod";
import { email } from "../../core/values/email.ts";
import { LONGEST_PASSWORD, SIGN_IN_PASSWORD_LENGTH } from "../passwords/passwords.ts";

/** Why a sign-in failed; what the screen shows depends on the kind. */
export type Failure = {
  kind: "server" | "unexpected" | "connectivity" | "denied" | "credentials" | "other";
  message: string;
};

/** Our error code for an account that may not enter. */
export const NOT_ADMINISTRATOR = "NOT_ADMINISTRATOR";

const UNREACHABLE =
  "Le service d'authentification n'est pas accessible. Veuillez vérifier votre connexion internet et réessayer.";
const TOO_MANY = "Trop de tentatives de connexion. Veuillez patienter avant de réessayer.";
/** Shown on both fields, so as not to reveal which one was wrong. */
export const CHECK_FIELDS = "Vérifiez vos identifiants";

/** The database is away. */
export const unreachableFailure: Failure = { kind: "connectivity", message: UNREACHABLE };

export const noAccountFailure: Failure = {
  kind: "other",
  message: "Aucune donnée utilisateur retournée",
};

const LATER = "Veuillez réessayer dans quelques minutes.";

/** A table or column is missing: an update was not finished. */
export const schemaFailure: Failure = {
  kind: "server",
  message: `La base de données n’est pas à jour. ${LATER}`,
};

/** The reference is in the log too. */
export const unexpectedFailure = (reference: string): Failure => ({
  kind: "unexpected",
  message: `Une erreur inattendue est survenue (référence ${reference}). Veuillez réessayer.`,
});

const BY_CODE: Readonly<Record<string, Failure>> = {
  [NOT_ADMINISTRATOR]: {
    kind: "denied",
    message: "Accès non autorisé - Rôle administrateur requis",
  },
  EMAIL_NOT_VERIFIED: {
    kind: "other",
    message: "Veuillez confirmer votre email avant de vous connecter",
  },
  INVALID_EMAIL_OR_PASSWORD: { kind: "credentials", message: "Email ou mot de passe incorrect" },
};

const serverFailure = (message: string): Failure => ({ kind: "server", message });

const BY_STATUS: Readonly<Record<number, Failure>> = {
  // Its message speaks of the connection, so it can be tested again, as the others that do.
  429: { kind: "connectivity", message: TOO_MANY },
  500: serverFailure(`Le serveur a rencontré un problème technique. ${LATER}`),
  502: serverFailure(`Le service d’authentification ne répond pas pour le moment. ${LATER}`),
  503: serverFailure(`Le service est temporairement indisponible. ${LATER}`),
  504: serverFailure(`Le service d’authentification met trop de temps à répondre. ${LATER}`),
};

/** The failure for an error of the sign-in library. */
export function failureOf(status: number, code: string | undefined): Failure {
  const failure = (code && BY_CODE[code]) || BY_STATUS[status];
  const message = `La connexion n’a pas abouti (code ${code ?? status}). ${LATER}`;
  return failure ?? { kind: "other", message };
}

export const emailSchema = email("Email invalide");

const TOO_SHORT = `Le mot de passe doit contenir au moins ${SIGN_IN_PASSWORD_LENGTH} caractères`;

export const signInSchema = z.object({
  email: emailSchema,
  password: z
    .string({ error: TOO_SHORT })
    .min(SIGN_IN_PASSWORD_LENGTH, TOO_SHORT)
    .max(LONGEST_PASSWORD, CHECK_FIELDS),
});

/** Where one wanted to go, if that is a screen of the back office; else its first one. */
export function rememberedPath(from: string | null): string {
  if (from === null || !/^\/admin(?:[/?]|$)/.test(from)) return "/admin";
  // Our own address stands in: whatever is written, only a path of ours comes out.
  const { pathname, search } = new URL(from, "http://localhost");
  const entrance = /^\/admin\/(?:address|login|logout|forgotten|reset)(?:\/|$)/.test(pathname);
  return entrance || !/^\/admin(?:\/|$)/.test(pathname) ? "/admin" : pathname + search;
}

/** The sign-in screen, which remembers where one wanted to go. */
export function signInPath({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const from = rememberedPath(pathname + search);
  return from === "/admin" ? "/admin/login" : `/admin/login?${new URLSearchParams({ from })}`;
}
