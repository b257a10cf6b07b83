import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from "node:crypto";
import type { Ask } from "../schema/schema-check.server.ts";
import { DATABASE_ROLES } from "./database-roles.server.ts";

// Where an owner's login is set, visitors come by a login of their own, which can take no other role than
// theirs. The owner makes it; its password follows from the secret, so that nobody has to keep it.

const ITERATIONS = 4096;
/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;

export type VisitorLogin = { name: string; password: string };

/** Logins belong to the whole server, so the name tells for which database this one is. */
export function visitorLogin(database: string, secret: string): VisitorLogin {
  const password = Buffer.from(hkdfSync("sha256", secret, database, "visitor login", 24));
  const name = `site_visitor_of_${database}`;
  const short = createHash("sha256").update(database).digest("hex").slice(0, 16);
  return {
    name: Buffer.byteLength(name) > NAME_LENGTH ? `site_visitor_of_${short}` : name,
    password: password.toString("base64url"),
  };
}

/** The address of the same database for another login. */
export function addressFor(url: string, { name, password }: VisitorLogin): string {
  const address = new URL(url);
  // These two win over what stands before the host, and also work where there is no host (a socket).
  address.searchParams.set("user", name);
  address.searchParams.set("password", password);
  return address.href;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Lets the login of the product take every role: as the owner, once they are there. */
export async function letIn(ask: Ask, login: string): Promise<void> {
  await ask(`grant ${DATABASE_ROLES.join(", ")} to ${quoted(login)}`);
}

/** Makes the login, or gives it its password again: as the owner, once the roles are there. */
export async function makeVisitorLogin(ask: Ask, { name, password }: VisitorLogin): Promise<void> {
  const [there] = await ask("select 1 from pg_roles where rolname = $1", [name]);
  const login = quoted(name);
  // The server's log may show statements, so it is told the verifier and not the password.
  await ask(`${there ? "alter" : "create"} role ${login} login password '${verifierOf(password)}'`);
  await ask(`grant site_visitor to ${login}`);
}

/** What the server keeps of a password: SCRAM-SHA-256 of RFC 5803. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const server = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${server}`;
}
