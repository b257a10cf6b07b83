import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import {
  consumeAuthenticatorCode,
  readFactor,
  resetCodeAttempts,
} from "../second-factor/second-factors.system.server.ts";
import { allowAttempt, allowCodeAttempt } from "../sign-in/attempt-limits.system.server.ts";

/** The caller's address, in a header that only we write. */
export const CALLER_HEADER = "x-caller-address";
/** The account that has signed in on the caller's device before, in a header that only we write. */
export const KNOWN_HEADER = "x-known-on-device";

const AUTHENTICATOR = "/two-factor/verify-totp";
const MAIL = "/two-factor/verify-otp";
const RECOVERY = "/two-factor/verify-backup-code";
const SEND = "/two-factor/send-otp";
const GUARDED = [AUTHENTICATOR, MAIL, RECOVERY, SEND];

const isGuarded = ({ path }: { path?: string }) => path !== undefined && GUARDED.includes(path);

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The account that gave the right password and has to give a code. */
async function accountIn(ctx: Context): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return undefined;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value;
}

const tooMany = () => new APIError("TOO_MANY_REQUESTS", { code: "ACCOUNT_TEMPORARILY_LOCKED" });

/**
 * The library accepts a code again while it lasts, and a mailed code in place of the authenticator's. Here each
 * code is good once, attempts are counted before the check, and an account with an authenticator gets no mail.
 */
export const codeGuard = (): BetterAuthPlugin => ({
  id: "code-guard",
  hooks: {
    before: [
      {
        matcher: isGuarded,
        handler: createAuthMiddleware(async (ctx) => {
          // A signed-in account uses our operations instead: see factor-changes.server.ts.
          if (await getSessionFromCtx(ctx)) {
            throw new APIError("UNAUTHORIZED", { code: "INVALID_TWO_FACTOR_COOKIE" });
          }
          const userId = await accountIn(ctx);
          // Without an account the library refuses by itself.
          if (userId === undefined) return;
          const { authenticator } = await readFactor(userId);
          if (authenticator && (ctx.path === SEND || ctx.path === MAIL)) {
            throw new APIError("BAD_REQUEST", { code: "OTP_NOT_ENABLED" });
          }
          if (ctx.path === SEND) return;
          const caller = {
            ip: ctx.headers?.get(CALLER_HEADER) ?? "",
            known: ctx.headers?.get(KNOWN_HEADER) === userId,
          };
          const may =
            ctx.path === RECOVERY
              ? allowAttempt("code", userId, caller)
              : await allowCodeAttempt(userId, caller);
          if (!may) throw tooMany();
          if (ctx.path !== AUTHENTICATOR) return;
          const { code } = ctx.body as { code: string };
          const consumed = await asSystem("account.code", (db) =>
            consumeAuthenticatorCode(db, userId, code),
          );
          if (consumed === "spent") throw new APIError("UNAUTHORIZED", { code: "CODE_SPENT" });
        }),
      },
    ],
    after: [
      {
        matcher: isGuarded,
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession } = ctx.context;
          if (newSession) await resetCodeAttempts(newSession.user.id);
        }),
      },
    ],
  },
});
