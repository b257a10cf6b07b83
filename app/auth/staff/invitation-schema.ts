import * as z from "zod";
import { required } from "../../kit/form/schema.ts";
import { signInSchema } from "../sign-in/sign-in.ts";
import { rolesSchema } from "./staff-roles.ts";

/** Whom to invite. */
const person = z.object({
  name: required("Le nom est requis", 120),
  email: signInSchema.shape.email,
});
export const invitationSchema = z.intersection(person, rolesSchema);
export type Invitation = z.output<typeof invitationSchema>;
