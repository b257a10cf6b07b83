import * as z from "zod";
// Before the first schema: a browser is not to compile them.
import "../../kit/form/schema.ts";
import { LONGEST_PASSWORD, NEW_PASSWORD_LENGTH } from "./passwords.ts";

const TOO_SHORT = `Le mot de passe doit contenir au moins ${NEW_PASSWORD_LENGTH} caractères`;
const TOO_LONG = `Le mot de passe ne peut dépasser ${LONGEST_PASSWORD} caractères`;

/** A new password, typed twice. */
export const newPasswordSchema = z
  .object({
    password: z
      .string({ error: TOO_SHORT })
      .min(NEW_PASSWORD_LENGTH, TOO_SHORT)
      .max(LONGEST_PASSWORD, TOO_LONG),
    again: z.string({ error: TOO_SHORT }),
  })
  .refine(({ password, again }) => password === again, {
    path: ["again"],
    message: "Les deux mots de passe diffèrent",
  });
