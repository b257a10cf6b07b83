// What staff press about people and cash, as the product's screens call it.
import { deleteMembers } from "../../app/membership/members/members.staff.server.ts";
import { sendReminder } from "../../app/membership/renewal/reminders.staff.server.ts";
import { confirmHandover, handOver } from "../../app/payments/tills/tills.staff.server.ts";
import { eraseForStaff, readPerson } from "../../app/people/people.system.server.ts";
import {
  correctRegistration,
  moveRegistration,
  sendTicketAgain,
} from "../../app/registrations/admin/corrections.staff.server.ts";
import { findForStaff } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { correctionSchema } from "../../app/registrations/admin/staff-registration-schema.ts";
import { at, type Desk, staffOf, tried } from "./forms.ts";

/** The form of a registration, as staff open it and put something right. */
type Put = { phone?: string; email?: string };

export const DESK = {
  correct: (desk: Desk & { id: string; put: Put }) =>
    at(desk, async (db) => {
      const row = await findForStaff(db, desk.id);
      const form = correctionSchema.parse({
        firstName: row.first_name,
        lastName: row.last_name,
        birthDate: row.birth_date,
        email: row.email,
        phone: row.phone,
        language: row.language,
        gamertag: row.gamertag ?? "",
        platform: row.platform ?? "",
        price_id: row.price_id,
        guardianName: "",
        guardianPhone: "",
        guardianRelation: "",
        ...desk.put,
      });
      await correctRegistration(db, desk.id, form);
    }),

  move: (desk: Desk & { id: string; event: string; price: string }) =>
    at(desk, async (db) => {
      const row = await findForStaff(db, desk.id);
      if (row.event_id === desk.event) return;
      await moveRegistration(db, desk.id, { event_id: desk.event, price_id: desk.price });
    }),

  /** `key` is of the showing of the button: pressed again, one mail goes. */
  sendAgain: (desk: Desk & { id: string; key: string }) =>
    at(desk, async (db) => void (await sendTicketAgain(db, desk.id, desk.key))),

  remind: (desk: Desk & { id: string }) => at(desk, (db) => sendReminder(db, desk.id)),

  erase: async (desk: Desk & { id: string }) => {
    const seen = (await readPerson(desk.id))?.seen ?? "";
    return tried(eraseForStaff(staffOf(desk), desk.id, seen));
  },
  remove: (desk: Desk & { id: string }) => at(desk, (db) => deleteMembers(db, [desk.id])),

  /** Cash goes to another of them, or to the bank. */
  handOver: (desk: Desk & { till: string; id: string; receiver: string | null; amount: number }) =>
    at(desk, (db) => handOver(db, desk.till, { ...desk, currency: "GNF" })),
  confirmHandover: (desk: Desk & { id: string; slip: string | null }) =>
    at(desk, (db) => confirmHandover(db, desk.id, desk.slip)),
};
