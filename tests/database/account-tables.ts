import { newId } from "../../app/core/id.server.ts";
import type { TableExpectation } from "./tables.ts";

export const ACCOUNT = newId();

const later = "2100-01-01T00:00:00Z";

/** What the tests expect of the tables behind signing in. */
export const ACCOUNT_TABLES: Record<string, TableExpectation> = {
  auth_accounts: {
    row: (n) => ({ user_id: ACCOUNT, account_id: n, provider_id: "credential", password: "x" }),
    staff: {},
    notifies: false,
  },
  auth_rate_limits: {
    row: (n) => ({ key: n, count: 1, last_request: 1 }),
    staff: {},
    notifies: false,
  },
  auth_sessions: {
    row: (n) => ({ user_id: ACCOUNT, token: n, expires_at: later }),
    staff: {
      // Everything but the token.
      reads: [
        "id",
        "user_id",
        "expires_at",
        "ip_address",
        "user_agent",
        "created_at",
        "updated_at",
      ],
      removesOwn: true,
    },
    notifies: false,
  },
  auth_two_factors: {
    row: () => ({ user_id: ACCOUNT, secret: "x", backup_codes: "x" }),
    staff: {},
    notifies: false,
  },
  auth_verifications: {
    row: (n) => ({ identifier: n, value: "x", expires_at: later }),
    staff: { adds: true },
    notifies: false,
  },
  profiles: {
    row: (n) => ({ name: "N", email: `${n}@example.gn` }),
    notifies: false,
  },
};
