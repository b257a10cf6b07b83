import { ACCOUNT } from "../../database/parents.ts";
import { NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

// Written by hand, so that a policy that changes fails a test.

export default {
  tables: {
    auth_accounts: {
      row: (n) => ({ user_id: ACCOUNT, account_id: n, provider_id: "credential", password: "x" }),
      staff: NOTHING,
      notifies: false,
    },
    auth_passkeys: {
      row: (n) => ({
        user_id: ACCOUNT,
        name: n,
        credential_id: n,
        public_key: "x",
        counter: 0,
        transports: [],
        host: "fge.example",
      }),
      staff: NOTHING,
      notifies: false,
    },
    auth_rate_limits: {
      row: (n) => ({ key: n, count: 1, last_request: 1 }),
      staff: NOTHING,
      notifies: false,
    },
    auth_sessions: {
      row: (n) => ({ user_id: ACCOUNT, token: n, expires_at: "2100-01-01T00:00:00Z" }),
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
        // The sessions of their own account.
        removesOwn: true,
      },
      notifies: false,
    },
    auth_two_factors: {
      row: () => ({ user_id: ACCOUNT, secret: "x", backup_codes: "x" }),
      staff: NOTHING,
      notifies: false,
    },
    auth_verifications: {
      row: (n) => ({ identifier: n, value: "x", expires_at: "2100-01-01T00:00:00Z" }),
      staff: { adds: true },
      notifies: false,
    },
    // Without `staff`: they may do everything. Whoever removed their own account may not go on.
    profiles: {
      row: (n) => ({ name: "N", email: `${n}@example.gn` }),
      removable: `not exists (select 1 from event_changes where decided_by = profiles.id)
        and not exists (select 1 from event_door where added_by = profiles.id)
        and not exists (select 1 from tills where owner = profiles.id)
        and id::text <> current_setting('app.user_id', true)`,
      notifies: false,
    },
  },
  // An example of each address with a parameter; no link has this token.
  addresses: {
    // Nobody's: it shows what stands where nothing is.
    "/admin/staff/:id": "/admin/staff/01930000-0000-7000-8000-000000000000",
    "/admin/address/:token": "/admin/address/x",
    "/admin/reset/:token": "/admin/reset/x",
  },
} satisfies Expectations;
