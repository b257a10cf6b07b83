import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { acceptPasskey } from "./passkeys.system.server.ts";
import { holderIn, readAssertion } from "./webauthn.server.ts";

/** Where the sign-in library is asked with a passkey. */
export const PASSKEY_PATH = "/passkey/sign-in";

/** The code of a refusal, whatever was wrong. */
export const PASSKEY_REFUSED = "PASSKEY_REFUSED";

const refused = () => new APIError("UNAUTHORIZED", { code: PASSKEY_REFUSED });

/**
 * Signing in with a passkey, as a part of the sign-in library: its session, its cookie, its limits of a
 * network, and whatever it asks before it gives a session to an account. A passkey that recognised its owner is
 * password and second factor in one.
 */
export const passkeys = () =>
  ({
    id: "passkeys",
    endpoints: {
      signInWithPasskey: createAuthEndpoint(
        PASSKEY_PATH,
        { method: "POST", body: z.object({ passkey: z.string() }), requireHeaders: true },
        async (ctx) => {
          const signed = readAssertion(ctx.body.passkey);
          const holder = holderIn(ctx);
          if (!signed || !holder) throw refused();
          const accepted = await acceptPasskey(
            { purpose: "sign-in", holder },
            signed,
            async (_db, { id }) => id,
          );
          const { internalAdapter } = ctx.context;
          const user = accepted && (await internalAdapter.findUserById(accepted.result));
          if (!user) throw refused();
          if (!user.emailVerified) throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ user });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
