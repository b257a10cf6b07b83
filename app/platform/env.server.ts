import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import * as z from "zod";
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

const schema = z.object({
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
  HOST: z.preprocess(emptyIsAbsent, z.string().default("127.0.0.1")),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: z.preprocess(emptyIsAbsent, z.string().default("./data")),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, {
      error: "doit commencer par postgres:// (must start with postgres://)",
    }),
  ),
  ADMIN_EMAIL: optional(z.email({ error: "doit être un e-mail (must be an e-mail address)" })),
  ADMIN_PASSWORD: optional(
    z.string().min(12, { error: "doit avoir au moins 12 caractères (at least 12 characters)" }),
  ),
  SESSION_SECRET: optional(
    z.string().min(32, { error: "doit avoir au moins 32 caractères (at least 32 characters)" }),
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
  TRUST_PROXY: flag,
  PAYMENTS_SIMULATED: flag,
});

export type Env = Omit<z.infer<typeof schema>, "SESSION_SECRET" | "PUBLIC_URL"> & {
  SESSION_SECRET: string;
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
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new SettingError(`Réglage incorrect (wrong setting): ${problems.join(" ; ")}`);
  }
  const value = parsed.data;
  const dataDir = isAbsolute(value.DATA_DIR) ? value.DATA_DIR : join(projectRoot, value.DATA_DIR);
  const shownHost =
    value.HOST === "127.0.0.1" || value.HOST === "0.0.0.0" ? "localhost" : value.HOST;
  return {
    ...value,
    DATA_DIR: dataDir,
    PUBLIC_URL: (value.PUBLIC_URL ?? `http://${shownHost}:${value.PORT}`).replace(/\/+$/, ""),
    SESSION_SECRET: value.SESSION_SECRET ?? keptSecret(dataDir),
  };
}

/** Sessions must survive a restart, so a secret that we make is kept beside the data. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (existsSync(file)) return readFileSync(file, "utf8").trim();
    const secret = randomBytes(32).toString("base64url");
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(`DATA_DIR ne peut pas être écrit (cannot be written): ${code}`);
  }
}

let current: Env | undefined;

/** The settings of this process. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
