import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { LOG_LEVELS } from "../log/log.server.ts";
import { readStoredSecrets, SECRET_LENGTH, storeSecret } from "../secrets/stored-secrets.server.ts";
import { readSimulatedClock } from "./clock.ts";
import { projectRoot } from "./project-root.server.ts";

const emptyIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema.optional());
const flag = z.preprocess(
  emptyIsAbsent,
  z
    .enum(["0", "1"], { error: "doit valoir 0 ou 1 (must be 0 or 1)" })
    .default("0")
    .transform((value) => value === "1"),
);
const webAddress = z.url({
  protocol: /^https?$/,
  error: "doit être une adresse http(s) complète (must be a full http(s) address)",
});
const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, {
    error: "doit commencer par postgres:// (must start with postgres://)",
  })
  .refine(URL.canParse, { error: "n’est pas une adresse (is not an address)" });

/** Keys of payment providers: printable, without spaces, so that they can be sent in a header. */
const providerKey = optional(
  z.string().regex(/^[\x21-\x7e]{4,300}$/, {
    error: "doit être une clé sans espaces (must be a key without spaces)",
  }),
);
const providerMode = optional(
  z.enum(["test", "live"], { error: "doit valoir test ou live (must be test or live)" }),
);
const simulatorAddress = optional(
  z.string().regex(/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/, {
    error: "doit être une adresse de cette machine (must be an address of this machine)",
  }),
);

/** Settings that go together: with any of them, all `needed` ones are required. */
const GROUPS = {
  DJOMY: {
    needed: ["DJOMY_CLIENT_ID", "DJOMY_CLIENT_SECRET", "DJOMY_PARTNER_DOMAIN", "DJOMY_MODE"],
    more: [],
  },
  PAYPAL: {
    needed: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID", "PAYPAL_MODE"],
    more: [],
  },
  S3: {
    needed: ["S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"],
    more: ["S3_ENDPOINT", "S3_REGION", "S3_PREFIX"],
  },
  BACKUP_S3: {
    needed: ["BACKUP_S3_BUCKET", "BACKUP_S3_ACCESS_KEY", "BACKUP_S3_SECRET_KEY"],
    more: ["BACKUP_S3_ENDPOINT", "BACKUP_S3_REGION"],
  },
} as const;
/** An unknown name with one of these prefixes is a typo, which would otherwise be ignored. */
const OUR_PREFIXES = /^(?:S3|BACKUP|SMTP|DJOMY|PAYPAL)_/;

const fields = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.preprocess(
    emptyIsAbsent,
    z.coerce
      .number({ error: "doit être un nombre (must be a number)" })
      .int()
      .min(0, { error: "doit être entre 0 et 65535 (must be between 0 and 65535)" })
      .max(65_535, { error: "doit être entre 0 et 65535 (must be between 0 and 65535)" })
      .default(3000),
  ),
  STOP_SECONDS: z.preprocess(
    emptyIsAbsent,
    z.coerce
      .number({ error: "doit être un nombre (must be a number)" })
      .min(3, { error: "doit être entre 3 et 300 (must be between 3 and 300)" })
      .max(300, { error: "doit être entre 3 et 300 (must be between 3 and 300)" })
      .default(3),
  ),
  HOST: z.preprocess(emptyIsAbsent, z.string().default("127.0.0.1")),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: z.preprocess(emptyIsAbsent, z.string().default("./data")),
  DATA_DIR_WITHOUT_LOCKS: flag,
  MIGRATE_WITHOUT_ARCHIVE: flag,
  DATABASE_URL: optional(postgresAddress),
  DATABASE_OWNER_URL: optional(postgresAddress),
  DATABASE_BACKUP_URL: optional(postgresAddress),
  ADMIN_EMAIL: optional(z.email({ error: "doit être un e-mail (must be an e-mail address)" })),
  ADMIN_PASSWORD: optional(
    z.string().min(12, { error: "doit avoir au moins 12 caractères (at least 12 characters)" }),
  ),
  SESSION_SECRET: optional(
    z.string().min(SECRET_LENGTH, {
      error: `doit avoir au moins ${SECRET_LENGTH} caractères (at least ${SECRET_LENGTH} characters)`,
    }),
  ),
  SESSION_SECRET_OLD: optional(
    z
      .string()
      // A secret may contain a comma itself, so the whole text counts as one too.
      .transform((list) => [list, ...list.split(",").map((secret) => secret.trim())])
      .transform((secrets) => secrets.filter((secret) => secret.length >= SECRET_LENGTH))
      .refine((secrets) => secrets.length > 0, {
        error: `doit contenir des secrets d’au moins ${SECRET_LENGTH} caractères, séparés par des virgules (secrets of at least ${SECRET_LENGTH} characters, separated by commas)`,
      }),
  ),
  SMTP_URL: optional(
    z.string().regex(/^smtps?:\/\//, {
      error: "doit commencer par smtp:// ou smtps:// (must start with smtp:// or smtps://)",
    }),
  ),
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY: optional(z.string()),
  S3_SECRET_KEY: optional(z.string()),
  S3_PREFIX: optional(
    z.string().regex(/^[\w-]+(?:\/[\w-]+)*\/$/, {
      error: "doit être un dossier qui finit par / (must be a folder that ends in /)",
    }),
  ),
  BACKUP_DIR: optional(z.string()),
  BACKUP_S3_ENDPOINT: optional(webAddress),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_BUCKET: optional(z.string()),
  BACKUP_S3_ACCESS_KEY: optional(z.string()),
  BACKUP_S3_SECRET_KEY: optional(z.string()),
  LOG_LEVEL: optional(
    z.enum(LOG_LEVELS, {
      error: `doit valoir ${LOG_LEVELS.join(", ")} (must be one of these)`,
    }),
  ),
  METRICS_TOKEN: optional(
    z.string().regex(/^[\x21-\x7e]{32,200}$/, {
      error:
        "doit avoir de 32 à 200 caractères, sans espaces ni accents (32 to 200 characters, plain and without spaces)",
    }),
  ),
  TRUST_PROXY: flag,
  PAYMENTS_SIMULATED: flag,
  DJOMY_CLIENT_ID: providerKey,
  DJOMY_CLIENT_SECRET: providerKey,
  DJOMY_PARTNER_DOMAIN: optional(
    z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i, {
      error: "doit être un domaine (must be a domain)",
    }),
  ),
  DJOMY_MODE: providerMode,
  DJOMY_HOST: simulatorAddress,
  PAYPAL_CLIENT_ID: providerKey,
  PAYPAL_CLIENT_SECRET: providerKey,
  PAYPAL_WEBHOOK_ID: providerKey,
  PAYPAL_MODE: providerMode,
  PAYPAL_HOST: simulatorAddress,
  SIMULATED_CLOCK: optional(
    z
      .string()
      .transform((text) => readSimulatedClock(text))
      .refine((clock) => clock !== undefined, {
        error:
          "doit s’écrire depuis/montre/vitesse (must be since/from/speed, two moments and a number)",
      }),
  ),
});

const schema = fields
  .refine(({ NODE_ENV, SIMULATED_CLOCK }) => NODE_ENV === "test" || !SIMULATED_CLOCK, {
    path: ["SIMULATED_CLOCK"],
    error: "n’existe que pour les essais (is for tests and the bench alone)",
  })
  .superRefine((settings, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    for (const [group, { needed, more }] of Object.entries(GROUPS)) {
      const missing = needed.find((name) => settings[name] === undefined);
      const isWanted = [...needed, ...more].some((name) => settings[name] !== undefined);
      if (isWanted && missing) {
        refuse(missing, `manque parmi les réglages ${group}_* (is missing among ${group}_*)`);
      }
    }
    for (const name of ["DJOMY_HOST", "PAYPAL_HOST"] as const) {
      if (settings.NODE_ENV === "production" && settings[name]) {
        refuse(name, "n’existe pas en production (does not exist in production)");
      }
    }
  })
  .refine(({ DATABASE_URL, DATABASE_OWNER_URL }) => DATABASE_URL || !DATABASE_OWNER_URL, {
    path: ["DATABASE_OWNER_URL"],
    error: "ne va pas sans DATABASE_URL (needs DATABASE_URL)",
  })
  .refine(({ DATABASE_URL, DATABASE_BACKUP_URL }) => DATABASE_URL || !DATABASE_BACKUP_URL, {
    path: ["DATABASE_BACKUP_URL"],
    error: "ne va pas sans DATABASE_URL (needs DATABASE_URL)",
  });

export type Env = Omit<
  z.infer<typeof schema>,
  "SESSION_SECRET" | "SESSION_SECRET_OLD" | "PUBLIC_URL"
> & {
  /** The current secret first, then the retired ones. Only keys.server.ts makes keys of them. */
  SESSION_SECRETS: readonly string[];
  /** Without a trailing slash. */
  PUBLIC_URL: string;
};

/** A setting that cannot be used; its message is one line that names the setting. */
export class SettingError extends Error {}

/**
 * Reads and checks every setting once.
 * @throws SettingError naming each wrong setting, never showing its value.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const unknown = Object.keys(source).find(
    (name) => OUR_PREFIXES.test(name) && !(name in fields.shape),
  );
  if (unknown) throw new SettingError(`Réglage inconnu (unknown setting): ${unknown}`);
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new SettingError(`Réglage incorrect (wrong setting): ${problems.join(" ; ")}`);
  }
  const { SESSION_SECRET, SESSION_SECRET_OLD = [], ...value } = parsed.data;
  const dataDir = isAbsolute(value.DATA_DIR) ? value.DATA_DIR : join(projectRoot, value.DATA_DIR);
  const shownHost =
    value.HOST === "127.0.0.1" || value.HOST === "0.0.0.0" ? "localhost" : value.HOST;
  return {
    ...value,
    DATA_DIR: dataDir,
    PUBLIC_URL: (value.PUBLIC_URL ?? `http://${shownHost}:${value.PORT}`).replace(/\/+$/, ""),
    SESSION_SECRETS: secretsOf(dataDir, SESSION_SECRET, SESSION_SECRET_OLD),
  };
}

/** The secret of the settings, or the stored one, then the retired ones. */
function secretsOf(dataDir: string, own: string | undefined, retired: readonly string[]): string[] {
  try {
    const first = own === undefined ? [] : [own];
    const stored = own === undefined ? storeSecret(dataDir) : readStoredSecrets(dataDir);
    return [...new Set([...first, ...stored, ...retired])];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? message;
    throw new SettingError(`DATA_DIR ne peut pas être utilisé (cannot be used): ${reason}`);
  }
}

let current: Env | undefined;

/** The settings of this process. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
