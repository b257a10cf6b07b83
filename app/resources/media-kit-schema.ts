import * as z from "zod";
import { required } from "../kit/form/schema.ts";

/** The document that staff put into the media kit. */
export const mediaKitSchema = z.object({ document: required("Choisissez un document") });
