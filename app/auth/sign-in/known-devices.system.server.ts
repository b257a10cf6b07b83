import { eq, type SQL, sql } from "drizzle-orm";
import { asSystem, type StaffDb, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { DAY_SECONDS } from "../../core/values/durations.ts";
import { DEVICE_COOKIE } from "../sessions/cookies.server.ts";

/** A device is forgotten after so long without a sign-in. */
const KNOWN_DAYS = 400;

type Device = { id: string; generation: number; day: number };
type Owner = { id: string; email: string };

const today = () => Math.floor(Date.now() / (DAY_SECONDS * 1_000));

/** The cookie of an account. Its name is a keyed hash, so it reveals no address. */
function cookieName(email: string): string {
  const [, mac = ""] = keyring().seal("device", `name:${email}`).split(".");
  return `${DEVICE_COOKIE}_${mac.slice(0, 16)}`;
}

const sealedText = ({ id, generation, day }: Device) => `${id}:${generation}:${day}`;

/**
 * The cookie that marks a device as one where this account signed in. It grants no access: the device has
 * attempts of its own, and its sign-ins are not reported to the owner.
 */
export async function deviceCookie(db: SystemDb | StaffDb, { id, email }: Owner): Promise<string> {
  const generation = (await readGeneration(db, eq(profiles.id, id)))?.generation ?? 0;
  const day = today();
  const seal = keyring().seal("device", sealedText({ id, generation, day }));
  return cookieLine(cookieName(email), `${day}.${seal}`, {
    path: "/admin",
    maxAge: KNOWN_DAYS * DAY_SECONDS,
  });
}

/**
 * The account with this address, when it has signed in on this device. Without the cookie the database
 * is not asked, so the response time does not reveal which addresses have an account.
 */
export async function knownAccountOnDevice(
  { headers }: Pick<Request, "headers">,
  email: string,
): Promise<string | undefined> {
  const value = cookieValue(headers.get("cookie"), cookieName(email));
  if (!value) return undefined;
  const account = await asSystem("device", (db) => readGeneration(db, eq(profiles.email, email)));
  if (!account) return undefined;
  const [day = "", ...seal] = value.split(".");
  const device = { ...account, day: Number(day) };
  const isOurs = keyring().isSeal("device", sealedText(device), seal.join("."));
  return isOurs && device.day > today() - KNOWN_DAYS ? account.id : undefined;
}

/** Makes every known device of an account unknown. */
export async function revokeKnownDevices(db: SystemDb | StaffDb, id: string): Promise<void> {
  const next = sql`${profiles.device_generation} + 1`;
  await db.update(profiles).set({ device_generation: next }).where(eq(profiles.id, id));
}

async function readGeneration(db: SystemDb | StaffDb, which: SQL) {
  const [account] = await db
    .select({ id: profiles.id, generation: profiles.device_generation })
    .from(profiles)
    .where(which);
  return account;
}
