import { eq } from "drizzle-orm";
import type { StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { currentTime } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { isoDay } from "../../../app/i18n/format.ts";
import {
  replaceCard,
  resumeLicence,
  sendCard,
  suspendLicence,
} from "../../../app/licences/licences.staff.server.ts";
import { licencePhotos, licences } from "../../../app/licences/licences.table.server.ts";
import { acceptPhoto, refusePhoto } from "../../../app/licences/photos/photos.staff.server.ts";
import { releaseFromClub } from "../../../app/me/club/club.staff.server.ts";
import { recordMembershipPayment } from "../../../app/membership/members/member-payments.staff.server.ts";
import {
  createMember,
  deleteMembers,
  exportMembers,
  type MemberForm,
  setMemberStatus,
  updateMember,
} from "../../../app/membership/members/members.staff.server.ts";
import { members } from "../../../app/membership/members/members.table.server.ts";
import { MEMBER_LIST } from "../../../app/membership/members/members.ts";
import {
  resumeReminders,
  sendReminder,
  stopReminders,
} from "../../../app/membership/renewal/reminders.staff.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { insertRow } from "../../database/tables.ts";

const member: MemberForm = {
  first_name: "M’Balia",
  last_name: "Béavogui",
  email: "mbalia@example.org",
  phone: "+224622000001",
  birth_date: "2001-02-03",
  address: "Quartier Dorota",
  city: "N’Zérékoré",
  member_type: "club",
  status: "active",
  membership_type_id: null,
  membership_start: "2030-01-01",
  membership_end: "2031-01-01",
  language: "en",
};

/** A membership with a licence. */
const LICENSED = { status: "active", membership_end: "2099-01-01" };

/** A photograph that waits. */
async function sendPhoto(db: StaffDb, member_id: string): Promise<string> {
  const photo = { id: newId(), member_id, content: "/9j/" };
  await db.insert(licencePhotos).values(photo);
  return photo.id;
}

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "members",
    // Each is somebody else: an active member twice asks for a word.
    form: () => ({ ...member, email: `${newId()}@example.org` }),
    create: createMember,
    update: updateMember,
    remove: deleteMembers,
    changes: [
      {
        of: setMemberStatus,
        run: (db, id) => setMemberStatus(db, [id], "suspended"),
        action: "status",
      },
      {
        of: sendReminder,
        run: (db, id) => sendReminder(db, id),
        action: "remind",
        given: { status: "active", membership_end: isoDay(currentTime()) },
      },
      {
        of: stopReminders,
        run: (db, id) => stopReminders(db, [id]),
        action: "reminders",
      },
      {
        of: resumeReminders,
        run: (db, id) => resumeReminders(db, [id]),
        action: "reminders",
        given: { reminders_off: true },
      },
      {
        of: suspendLicence,
        run: (db, id) =>
          suspendLicence(db, id, {
            suspension_reason: "Absence non excusée",
            suspended_from: isoDay(currentTime()),
            suspended_until: null,
          }),
        action: "suspendLicence",
        given: LICENSED,
      },
      {
        of: resumeLicence,
        async run(db, id) {
          await db.update(licences).set({ suspended_from: "2026-01-01", suspension_reason: "R" });
          return resumeLicence(db, id);
        },
        action: "resumeLicence",
        given: LICENSED,
      },
      {
        of: replaceCard,
        run: (db, id) => replaceCard(db, id),
        action: "replaceCard",
        given: LICENSED,
      },
      {
        of: sendCard,
        run: (db, id) => sendCard(db, id),
        action: "sendCard",
        given: LICENSED,
      },
      {
        of: acceptPhoto,
        run: async (db, id) => acceptPhoto(db, await sendPhoto(db, id)),
        action: "acceptPhoto",
        given: LICENSED,
      },
      {
        of: refusePhoto,
        run: async (db, id) =>
          refusePhoto(db, { id: await sendPhoto(db, id), reason: "face", note: "De face" }),
        action: "refusePhoto",
        given: LICENSED,
      },
      {
        of: releaseFromClub,
        async run(db, id) {
          const [row] = await db
            .select({ club: members.club })
            .from(members)
            .where(eq(members.id, id));
          return releaseFromClub(db, id, row?.club ?? 0);
        },
        action: "releaseFromClub",
        given: { member_type: "player", club: 7 },
      },
      {
        of: exportMembers,
        run: (db) => exportMembers(db, parseListQuery(MEMBER_LIST, new URLSearchParams("q=bah"))),
        action: "export",
        about: "many",
      },
    ],
  },
  {
    table: "orders",
    changes: [
      {
        of: recordMembershipPayment,
        async run(db) {
          const membership_type_id = await insertRow(db, "membership_types", { price: 50_000 });
          const id = await insertRow(db, "members", { membership_type_id });
          return recordMembershipPayment(db, id, { key: newId(), receipt: null });
        },
        action: "cash",
        about: "another row",
      },
    ],
  },
] satisfies Managed[];
