import { drizzleAdapter } from "@better-auth/drizzle-adapter";
import { betterAuth } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { asSystem, systemHandle } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Mail } from "../../mail/mail.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { passwordResetMail, signInCodeMail } from "../account/account.mail.ts";
import { PASSKEY_PATH, passkeys } from "../passkeys/passkeys.system.server.ts";
import { generateRecoveryCodes } from "../passwords/new-password.server.ts";
import { hashPassword, verifyPassword } from "../passwords/password-hash.server.ts";
import { LONGEST_PASSWORD, NEW_PASSWORD_LENGTH } from "../passwords/passwords.ts";
import { CODE_MINUTES } from "../second-factor/second-factor.ts";
import { COOKIE_PREFIX, newSessionToken, SESSION_LASTS } from "../sessions/cookies.server.ts";
import { addressPrefix } from "../sessions/device-label.ts";
import { NOT_ADMINISTRATOR } from "../sign-in/sign-in.ts";
import { isActiveStaff } from "../staff/accounts.system.server.ts";
import {
  accountRelations,
  authAccounts,
  authRateLimits,
  authSessions,
  authTwoFactors,
  authVerifications,
  profileRelations,
  sessionRelations,
} from "./auth.table.server.ts";
import { librarySecrets } from "./auth-secrets.server.ts";
import { CALLER_HEADER, codeGuard, KNOWN_HEADER } from "./code-guard.system.server.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A visit renews a session that is this many seconds old; also the precision of 'last seen'. */
export const SESSION_RENEWED_AFTER = 10 * MINUTE;

/** The tables and relations, by the library's names. */
const schema = {
  user: profiles,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  twoFactor: authTwoFactors,
  rateLimit: authRateLimits,
  sessionRelations,
  profileRelations,
  accountRelations,
};

/** Mail is not awaited: the response time would reveal which accounts exist. */
function queueLater(mail: Mail): Promise<void> {
  void asSystem("auth.mail", (db) => queueMail(db, mail)).catch((error: unknown) =>
    log.error({ err: error, template: mail.template }, "mail of an account not queued"),
  );
  return Promise.resolve();
}

/** Only an active account with a role gets a session; only a prefix of its network address is stored. */
async function beforeSession<S extends { userId: string; ipAddress?: string | null }>(session: S) {
  if (!(await isActiveStaff(session.userId))) {
    throw new APIError("FORBIDDEN", { code: NOT_ADMINISTRATOR });
  }
  const ipAddress = addressPrefix(session.ipAddress ?? "");
  return { data: { ...session, token: newSessionToken(), ipAddress } };
}

type Rule = { window: number; max: number };

/** A limit of a network that known devices are exempt from, so that others of the network cannot use it up. */
const forStrangers = (rule: Rule) => (request: Request) =>
  request.headers.has(KNOWN_HEADER) ? false : rule;

function make() {
  const { PUBLIC_URL } = env();
  return betterAuth({
    appName: "Administration",
    baseURL: PUBLIC_URL,
    basePath: "/api/auth",
    secrets: librarySecrets(),
    telemetry: { enabled: false },
    database: drizzleAdapter(systemHandle("auth", schema), {
      provider: "pg",
      schema,
      transaction: true,
    }),
    user: {
      fields: {
        createdAt: "created_at",
        updatedAt: "updated_at",
        emailVerified: "email_verified",
      },
      additionalFields: {
        role: { type: "string", input: false },
        roles: { type: "string[]", input: false },
        is_active: { type: "boolean", input: false },
        two_factor_required: { type: "boolean", input: false },
      },
    },
    session: { expiresIn: SESSION_LASTS, updateAge: SESSION_RENEWED_AFTER },
    databaseHooks: { session: { create: { before: beforeSession } } },
    // Links and codes are stored as hashes, so a copy of the database is of no use.
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: NEW_PASSWORD_LENGTH,
      maxPasswordLength: LONGEST_PASSWORD,
      resetPasswordTokenExpiresIn: HOUR,
      password: { hash: hashPassword, verify: verifyPassword },
      async sendResetPassword({ user, token }) {
        const { email: recipient, name, is_active } = user as typeof user & { is_active?: boolean };
        if (is_active) await queueLater(passwordResetMail({ recipient, name, token }));
      },
    },
    plugins: [
      twoFactor({
        issuer: new URL(PUBLIC_URL).hostname,
        schema: { user: { fields: { twoFactorEnabled: "two_factor_enabled" } } },
        // `allowCodeAttempt` counts before the check, waits longer each time, and spares known devices.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
        otpOptions: {
          period: CODE_MINUTES,
          storeOTP: "hashed",
          sendOTP: ({ user, otp }) =>
            queueLater(signInCodeMail({ recipient: user.email, name: user.name, code: otp })),
        },
      }),
      codeGuard(),
      passkeys(),
    ],
    // Our operations change passwords and second factors, since they log it and notify the owner.
    disabledPaths: [
      "/change-password",
      "/reset-password",
      "/two-factor/disable",
      "/two-factor/generate-backup-codes",
      "/two-factor/get-totp-uri",
      "/update-user",
    ],
    rateLimit: {
      enabled: true,
      storage: "database",
      // These count a network, which people of one office share; `allowAttempt` counts an account.
      customRules: {
        "/sign-in/email": forStrangers({ window: MINUTE, max: 20 }),
        [PASSKEY_PATH]: forStrangers({ window: MINUTE, max: 20 }),
        "/two-factor/send-otp": { window: 5 * MINUTE, max: 5 },
        "/two-factor/*": forStrangers({ window: MINUTE, max: 10 }),
        "/request-password-reset": { window: 5 * MINUTE, max: 10 },
        "/get-session": false,
        "/sign-out": false,
        "/ok": false,
      },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      ipAddress: { ipAddressHeaders: [CALLER_HEADER] },
      database: {
        generateId: () => newId(),
        joins: true,
        // We have no columns for signing in through another site.
        validateSchema: false,
      },
    },
    logger: {
      level: "error",
      // Messages and details may name an account, so only the error is logged.
      log: (_level, _message, ...details) => {
        const err = details.find((detail) => detail instanceof Error);
        log.error({ err: err ?? new Fault("no error was given") }, "the sign-in library failed");
      },
    },
    onAPIError: {
      // Other errors than the library's own answers go to the caller: the database may be down.
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
  });
}

let instance: ReturnType<typeof make> | undefined;

/** The sign-in library of this process. None of its addresses is routed: our screens call it (`callAuth`). */
export function auth(): ReturnType<typeof make> {
  instance ??= make();
  return instance;
}
