import * as z from "zod";
// Before the first schema: a browser is not to compile them.
import "../../kit/form/schema.ts";

/** The ways to prove oneself beside the password: authenticator, e-mail code, recovery code. */
export const CODE_METHODS = ["totp", "otp", "recovery"] as const;
export type CodeMethod = (typeof CODE_METHODS)[number];

type FactorRules = { roles: readonly string[]; two_factor_required: boolean };

/**
 * Whether an account may do nothing before it has a second factor: staff ask for it, and whoever takes and returns money
 * always has one. decides_money_since() in the database says the same.
 */
export const requiresSecondFactor = ({ roles, two_factor_required }: FactorRules): boolean =>
  two_factor_required || roles.includes("treasurer");

/** How long a code that was sent by mail is good for. */
export const CODE_MINUTES = 10;

/** Codes as people copy them: in groups or not, in capitals or not, a recovery code without its dash. */
export const codeSchema = z
  .string({ error: "Saisissez le code." })
  .transform((code) => code.replaceAll(/\s/g, "").toLowerCase())
  .transform((code) => code.replace(/^([a-z2-9]{5})([a-z2-9]{5})$/, "$1-$2"))
  .pipe(z.string().min(1, "Saisissez le code.").max(40, "Ce code est incorrect."));

export const secondFactorSchema = z.object({
  code: codeSchema,
  trustDevice: z
    .string()
    .optional()
    .transform((value) => value === "on"),
});

const MESSAGES: Readonly<Record<string, string>> = {
  OTP_HAS_EXPIRED: "Ce code n’est plus valable. Demandez-en un nouveau.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    "Trop d’essais avec ce code. Reconnectez-vous pour en recevoir un nouveau.",
  TOTP_NOT_ENABLED: "Ce compte n’a pas d’application : demandez un code par e-mail.",
  OTP_NOT_ENABLED: "Ce compte a une application : son code ne s’envoie pas par e-mail.",
  CODE_SPENT: "Ce code a déjà servi. Attendez que l’application en montre un autre.",
};

/** Why a code was not accepted. */
export function codeRefusal(code: string | undefined, status: number): string {
  if (status === 429) {
    return "Trop d’essais. Attendez un quart d’heure, ou utilisez un code de secours.";
  }
  if (status >= 500) return "Le service ne répond pas pour le moment. Réessayez dans un instant.";
  return (code && MESSAGES[code]) || "Ce code est incorrect.";
}

/** What is said of a code where no mail leaves. */
export const CODE_NOT_MAILED = "Code gardé sur le serveur : ce site ne peut pas envoyer d’e-mail";

/** What works for whoever had codes by mail, on a site that sends none any more. */
export const WITHOUT_MAIL =
  "Ce site ne peut pas envoyer d’e-mail : utilisez un code de secours. Sans code de secours, préparez un code : la personne qui s’occupe du serveur peut vous le donner.";

/** What proves an account beside its password. */
export const codeLabel = ({ authenticator }: { authenticator: boolean }) =>
  authenticator
    ? "Un code de l’application, ou un code de secours"
    : "Le code du message, ou un code de secours";
