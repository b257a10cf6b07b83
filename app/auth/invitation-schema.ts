import * as z from "zod";
import { required } from "../kit/schema.ts";
import { signInSchema } from "./sign-in.ts";

/** Whom to invite. */
export const invitationSchema = z.object({
  name: required("Le nom est requis", 120),
  email: signInSchema.shape.email,
});
export type Invitation = z.output<typeof invitationSchema>;
