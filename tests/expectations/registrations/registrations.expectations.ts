import { OPEN_EVENT, REGISTRATION } from "../../database/parents.ts";
import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    event_registrations: {
      row: (n) => ({
        event_id: OPEN_EVENT,
        reference: `FGE-${n}`,
        ticket_token: n,
        first_name: "F",
        last_name: "L",
        email: `${n}@example.gn`,
        phone: "+224620000000",
        birth_date: "2000-01-01",
        gamertag: "G",
        platform: "pc",
        price_id: "standard",
        price_name: "Standard",
        amount: 0,
        currency: "XOF",
        language: "fr",
        // Without a place, so that the event does not change with it.
        status: "waiting",
      }),
      notifies: true,
      searched: ["reference", "first_name", "last_name", "email", "gamertag"],
      order: NEWEST,
    },
    registration_proofs: {
      row: () => ({ registration_id: REGISTRATION, code_hash: "x", key_hash: "x" }),
      // What it holds proves that an address is one's own.
      staff: {},
      notifies: false,
    },
  },
  addresses: {
    // Nobody's: it shows what stands where nothing is.
    "/admin/registrations/:id": "/admin/registrations/01930000-0000-7000-8000-000000000000",
    "/admin/registrations/:id/edit":
      "/admin/registrations/01930000-0000-7000-8000-000000000000/edit",
    "/admin/registrations/:id/move":
      "/admin/registrations/01930000-0000-7000-8000-000000000000/move",
    "/events/:id": "/events/01930000-0000-7000-8000-000000002001",
    // No link of ours: these show what somebody sees whose link is wrong.
    "/tickets/:token": "/tickets/x",
    "/tickets/proof/:token": "/tickets/proof/x",
    "/tickets/:token/calendar.ics": "/tickets/x/calendar.ics",
    "/tickets/:token/ticket.pdf": "/tickets/x/ticket.pdf",
  },
  screens: {
    "register/event.page.tsx": "story",
    "proofs/proof.page.tsx": "form",
    "tickets/ticket.page.tsx": "form",
  },
  openForms: [
    {
      address: "/events/01930000-0000-7000-8000-000000002001?register=1",
      screen: "register/event.page.tsx",
    },
    // An event that is full.
    {
      address: "/events/01930000-0000-7000-8000-000000002004?register=1",
      screen: "register/event.page.tsx",
    },
  ],
} satisfies Expectations;
