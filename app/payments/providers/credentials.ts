import * as z from "zod";
// Before the first schema: a browser is not to compile them.
import "../../kit/form/schema.ts";

export const PROVIDER_MODES = ["test", "live"] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

export const ONLINE_PROVIDERS = ["djomy", "paypal"] as const;
export type OnlineProvider = (typeof ONLINE_PROVIDERS)[number];

/** Printable without spaces, so that it can stand in a header. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{4,300}$/);
const mode = z.enum(PROVIDER_MODES);

export const credentialSchemas = {
  djomy: z.object({
    clientId: key,
    clientSecret: key,
    partnerDomain: z
      .string()
      .trim()
      .regex(/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i),
    mode,
  }),
  paypal: z.object({ clientId: key, clientSecret: key, webhookId: key, mode }),
};

export type DjomyCredentials = z.infer<typeof credentialSchemas.djomy>;
export type PayPalCredentials = z.infer<typeof credentialSchemas.paypal>;

export const ONLINE_LABELS: Readonly<Record<OnlineProvider, string>> = {
  djomy: "Djomy",
  paypal: "PayPal",
};
export const MODE_LABELS: Readonly<Record<ProviderMode, string>> = {
  test: "Essai",
  live: "Réel",
};
