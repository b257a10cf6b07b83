import { asSystem } from "../../core/database/doors/doors.server.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import type { Place } from "../account/account.mail.ts";
import type { AccountName } from "../account/links.system.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { readRecoveryCodes } from "../second-factor/second-factors.system.server.ts";
import { deviceCookie } from "./known-devices.system.server.ts";
import { maySpeakOfDevices } from "./tries.system.server.ts";

/** Somebody whom the sign-in library has let in. */
export type SignIn = {
  account: AccountName;
  /** What was given last. */
  by: "password" | "code" | "recovery-code" | "passkey";
  /** Whether the account has signed in on this device before. */
  isKnownDevice: boolean;
  place: Place;
};

/**
 * Writes down that somebody came, and tells the owner of the account what they may want to know: that
 * a recovery code is gone, or that the device is a new one. Returns the cookie that makes it a known one.
 */
export function arrive({ account, by, isKnownDevice, place }: SignIn): Promise<string> {
  return asSystem("sign-in", async (db) => {
    await recordAccess(db, "sign-in", account);
    if (by === "recovery-code") {
      await recordAccess(db, "recovery-code", account);
      const { length: remaining } = await readRecoveryCodes(db, account.id);
      await tellOwner(db, account, { kind: "recovery-code-used", left: remaining, place });
    } else if (!isKnownDevice && maySpeakOfDevices(account.id)) {
      await tellOwner(db, account, { kind: "new-device", place });
    }
    return deviceCookie(db, account);
  });
}
