import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

// The site ran with this secret before it got the one of the other tests.
const OLD = "the secret of before, of forty characters";
process.env.SESSION_SECRET_OLD = OLD;

import { decrypt } from "../../app/auth/library/auth-secrets.server.ts";
import { reencryptWithCurrentSecret } from "../../app/auth/library/rotation.system.server.ts";
import { keyringOf } from "../../app/core/secrets/keys.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { PASSWORD, TestBrowser } from "./browser.ts";
import { withAuthenticator } from "./factors.ts";
import { inspector } from "./inspect.ts";
import { enter, withPasskey } from "./passkey-steps.ts";

withDatabase((_engine, database) => {
  const { rows, idOf } = inspector(database);

  /** What a process with the old secret would have written. */
  async function asBefore(text: string): Promise<string> {
    const { symmetricEncrypt } = await import("better-auth/crypto");
    const { number, bytes } = keyringOf([OLD]).current("sign-in");
    const keys = new Map([[number, bytes.toString("base64url")]]);
    return symmetricEncrypt({ key: { keys, currentVersion: number }, data: text });
  }

  /** Makes an account one whose second factor the old secret encrypted. */
  async function encryptAsBefore(id: string): Promise<void> {
    const [row] = await rows<{ secret: string; backup_codes: string }>(
      sql`select secret, backup_codes from auth_two_factors where user_id = ${id}`,
    );
    const secret = await asBefore(await decrypt(row?.secret ?? ""));
    const codes = await asBefore(await decrypt(row?.backup_codes ?? ""));
    await rows(sql`update auth_two_factors set secret = ${secret}, backup_codes = ${codes}
      where user_id = ${id}`);
  }

  test("what the old secret encrypted works, and is encrypted anew at the next start", async () => {
    const { email, codes, nextCode } = await withAuthenticator();
    const id = await idOf(email);
    await encryptAsBefore(id);
    const enter = async (path: string, code: string) => {
      const browser = new TestBrowser();
      await browser.signIn(email, PASSWORD);
      return (await browser.ask(path, { code })).status;
    };
    expect(await enter("/two-factor/verify-totp", nextCode())).toBe(200);

    const numbered = async () =>
      (
        await rows<{ secret: string; backup_codes: string }>(
          sql`select secret, backup_codes from auth_two_factors where user_id = ${id}`,
        )
      )[0];
    const envelope = (text = "") => Number(/^\$ba\$(\d+)\$/.exec(text)?.[1]);
    const [oldNumber, newNumber] = [OLD, process.env.SESSION_SECRET ?? ""].map(
      (one) => keyringOf([one]).current("sign-in").number,
    );
    expect(envelope((await numbered())?.secret)).toBe(oldNumber);
    await reencryptWithCurrentSecret();
    const after = await numbered();
    expect(envelope(after?.secret)).toBe(newNumber);
    expect(envelope(after?.backup_codes)).toBe(newNumber);
    expect(await enter("/two-factor/verify-totp", nextCode())).toBe(200);
    expect(await enter("/two-factor/verify-backup-code", codes[0] ?? "")).toBe(200);
    // Once is enough.
    const settled = await numbered();
    await reencryptWithCurrentSecret();
    expect(await numbered()).toEqual(settled);
  });

  test("a second factor whose secret is gone stops neither the start nor the others", async () => {
    const [lost, stored] = [await withAuthenticator(), await withAuthenticator()];
    const foreign = "$ba$1$00ff";
    await rows(
      sql`update auth_two_factors set secret = ${foreign} where user_id = ${await idOf(lost.email)}`,
    );
    await encryptAsBefore(await idOf(stored.email));
    await reencryptWithCurrentSecret();
    const browser = new TestBrowser();
    await browser.signIn(stored.email, PASSWORD);
    const { status } = await browser.ask("/two-factor/verify-totp", { code: stored.nextCode() });
    expect(status).toBe(200);
    await rows(sql`delete from auth_two_factors where secret = ${foreign}`);
  });

  test("a passkey goes on: nothing of it comes from a secret", async () => {
    const { key } = await withPasskey();
    await reencryptWithCurrentSecret();
    expect((await enter(key)).status).toBe(302);
  });

  test("sessions of the old secret are over, those of the new one go on", async () => {
    const { email, browser } = await withAuthenticator();
    const id = await idOf(email);
    const { number } = keyringOf([OLD]).current("sign-in");
    await rows(sql`insert into auth_sessions (id, user_id, token, expires_at)
      values (gen_random_uuid(), ${id}, ${`${number.toString(36)}-token`}, now() + interval '1 day')`);
    await reencryptWithCurrentSecret();
    expect(await browser.account()).toMatchObject({ email });
    expect(await rows(sql`select 1 from auth_sessions where user_id = ${id}`)).toHaveLength(1);
  });
});
