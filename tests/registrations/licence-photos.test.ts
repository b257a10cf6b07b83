import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import {
  checkCard,
  readCheckedPhoto,
  readOwnCardPhoto,
  readOwnLicence,
} from "../../app/licences/licence-cards.system.server.ts";
import { suspendLicence } from "../../app/licences/licences.staff.server.ts";
import {
  readOwnPhoto,
  removeOwnPhotos,
  sendOwnPhoto,
} from "../../app/licences/photos/own-photo.system.server.ts";
import {
  acceptPhoto,
  readWaitingPhoto,
  refusePhoto,
} from "../../app/licences/photos/photos.staff.server.ts";
import { PhotoRefused, receivePhoto } from "../../app/licences/photos/receive-photo.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
// What an order is for is set with it.
import "./event.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

const form = (file?: Uint8Array<ArrayBuffer>, name = "photo") => {
  const body = new FormData();
  if (file) body.set(name, new File([file], "IMG_0001.jpg", { type: "image/jpeg" }));
  return new Request("https://example.org/me/photo/x", { method: "POST", body });
};

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c96" } });
const bytesOf = async (made: Sharp) => new Uint8Array(await made.toBuffer());

describe("a photograph that is sent", () => {
  test("becomes a small portrait without anything that the camera wrote", async () => {
    const sent = picture(2400, 1800)
      .jpeg()
      .withExif({ IFD0: { Make: "Tecno" }, IFD3: { GPSLatitude: "9/1 30/1 0/1" } });
    const portrait = Buffer.from(await receivePhoto(form(await bytesOf(sent))), "base64");
    const { width, height, format, exif, icc, xmp } = await sharp(portrait).metadata();
    expect({ width, height, format, exif, icc, xmp }).toEqual({
      width: 300,
      height: 400,
      format: "jpeg",
    });
    expect(portrait.length).toBeLessThan(24_000);
    expect(portrait.includes("Tecno")).toBe(false);
  });

  test("stays light when it is full of grain, and is turned as it was held", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    const grain = sharp({
      create: { width: 900, height: 700, channels: 3, background: "#000", noise },
    });
    const sent = await bytesOf(grain.png());
    const portrait = Buffer.from(await receivePhoto(form(sent)), "base64");
    expect(portrait.length).toBeLessThan(45_000);
  });

  test("is refused with the reason", async () => {
    const refusals: [string, Request][] = [
      ["missing", form()],
      ["missing", form(new Uint8Array())],
      ["type", form(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"))],
      ["type", form(await bytesOf(picture(300, 300).gif()))],
      ["small", form(await bytesOf(picture(300, 239).png()))],
      ["broken", form((await bytesOf(picture(900, 900).jpeg())).slice(0, 300))],
      ["large", form(new Uint8Array(11 * 1024 * 1024))],
    ];
    for (const [reason, request] of refusals) {
      const refused = await receivePhoto(request).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(PhotoRefused);
      expect((refused as PhotoRefused).reason).toBe(reason);
    }
  });
});

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    ),
  );
  afterEach(() => setClock());

  const today = () => new Date().toISOString().slice(0, 10);
  const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  const somebody = () => `famille-${newId()}@example.org`;
  const add = async (values: Values = {}) => {
    const email = somebody();
    const id = await asSystem("test", (db) =>
      insertRow(db, "members", {
        first_name: "Ibrahima Sory",
        last_name: "Bah",
        birth_date: "2015-05-06",
        guardian_name: "Mariama Bah",
        guardian_phone: "+224622123456",
        guardian_relation: "mother",
        guardian_consent: "J’autorise.",
        guardian_consent_at: new Date().toISOString(),
        email,
        member_type: "player",
        status: "active",
        membership_start: dayIn(-30),
        membership_end: dayIn(300),
        application_token: newId().replaceAll("-", ""),
        ...values,
      }),
    );
    return { id, email: String(values.email ?? email) };
  };
  const photosOf = (id: string) =>
    database().asOwner(
      sql`select id, status, content from licence_photos where member_id = ${id} order by created_at`,
    );
  const tokenOf = async (id: string) => {
    const [row] = await database().asOwner(
      sql`select application_token as token from members where id = ${id}`,
    );
    return String(row?.token);
  };
  const codeOf = async (id: string) => {
    const licence = await readOwnLicence(await tokenOf(id));
    return new URL(licence?.address ?? "").pathname.split("/").pop() ?? "";
  };
  const JPEG = "/9j/AAAA";
  const OTHER = "/9j/BBBB";
  const waiting = async (id: string) => {
    const rows = await photosOf(id);
    return String(rows.find(({ status }) => status === "pending")?.id);
  };
  const send = ({ id, email }: { id: string; email: string }, content = JPEG) =>
    sendOwnPhoto(email, id, content);
  const accepted = async (person: { id: string; email: string }, content = JPEG) => {
    await send(person, content);
    const photo = await waiting(person.id);
    await asAdmin((db) => acceptPhoto(db, photo));
    return photo;
  };
  const mailsTo = async (email: string) => {
    const rows = await database().asOwner(
      sql`select template from mail_outbox where recipient = ${email} order by created_at, id`,
    );
    return rows;
  };

  test("waits beside the one that was accepted, which the next one replaces", async () => {
    const child = await add();
    expect(await send(child)).toBe(true);
    expect(await readOwnPhoto(child.email, child.id)).toMatchObject({
      pending: JPEG,
      maySend: true,
    });
    expect(await readOwnCardPhoto(await tokenOf(child.id))).toBeUndefined();
    const first = await waiting(child.id);
    await asAdmin((db) => acceptPhoto(db, first));
    await send(child, OTHER);
    expect(await readOwnPhoto(child.email, child.id)).toMatchObject({
      accepted: JPEG,
      pending: OTHER,
    });
    expect((await readOwnCardPhoto(await tokenOf(child.id)))?.toString("base64")).toBe(JPEG);
    const second = await waiting(child.id);
    await asAdmin((db) => acceptPhoto(db, second));
    expect(await photosOf(child.id)).toMatchObject([{ status: "accepted", content: OTHER }]);
    expect(await mailsTo(child.email)).toHaveLength(2);
  });

  test("is decided once: neither again, nor after a newer one, nor once it was removed", async () => {
    const child = await add();
    await send(child);
    const old = await waiting(child.id);
    await send(child, OTHER);
    const late = /déjà été traitée, retirée, ou remplacée/;
    await expect(asAdmin((db) => acceptPhoto(db, old))).rejects.toThrow(late);
    const photo = await waiting(child.id);
    const both = await Promise.allSettled([
      asAdmin((db) => acceptPhoto(db, photo)),
      asAdmin((db) => refusePhoto(db, { id: photo, reason: "face", note: null })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await mailsTo(child.email)).toHaveLength(1);
    await send(child);
    const removed = await waiting(child.id);
    expect(await removeOwnPhotos(child.email, child.id)).toBe(true);
    await expect(asAdmin((db) => acceptPhoto(db, removed))).rejects.toThrow(late);
    expect(await photosOf(child.id)).toEqual([]);
    expect(await removeOwnPhotos(child.email, child.id)).toBe(false);
  });

  test("that is refused is gone, the mail says why, and the log does not", async () => {
    const child = await add({ language: "en" });
    await accepted(child);
    await send(child, OTHER);
    const photo = await waiting(child.id);
    await asAdmin((db) =>
      refusePhoto(db, { id: photo, reason: "face", note: "Please take off the mask" }),
    );
    expect(await photosOf(child.id)).toMatchObject([{ status: "accepted", content: JPEG }]);
    const [, mail] = await database().asOwner(
      sql`select to_jsonb(m)::text as mail from mail_outbox m where recipient = ${child.email} order by created_at, id`,
    );
    expect(mail?.mail).toContain("Please take off the mask");
    expect(mail?.mail).toContain("The face cannot be seen clearly");
    const log = await database().asOwner(
      sql`select to_jsonb(l)::text || coalesce(to_jsonb(v)::text, '') as line
        from audit_log l left join audit_values v using (id) where l.entity_id = ${child.id}`,
    );
    expect(log.length).toBe(2);
    expect(log.map(({ line }) => line).join()).not.toContain("mask");
  });

  test("belongs to the address of its licence: not to another one, a club, or a licence that ended", async () => {
    const child = await add();
    const other = await add();
    for (const email of [other.email, "club@example.org", ""]) {
      expect(await readOwnPhoto(email, child.id)).toBeUndefined();
      expect(await sendOwnPhoto(email, child.id, JPEG)).toBe(false);
      expect(await removeOwnPhotos(email, child.id)).toBe(false);
    }
    const ended = await add({ status: "expired", membership_end: dayIn(-1) });
    await database().asOwner(sql`update members set licence_serial = 90017 where id = ${ended.id}`);
    expect(await send(ended)).toBe(false);
    // Whoever had the address before staff corrected it has nothing more.
    await accepted(child);
    await database().asOwner(sql`update members set email = ${other.email} where id = ${child.id}`);
    expect(await readOwnPhoto(child.email, child.id)).toBeUndefined();
    expect(await removeOwnPhotos(child.email, child.id)).toBe(false);
  });

  test("is shown by a check of a true card, also of a suspended licence, and by no other", async () => {
    const child = await add();
    const code = await codeOf(child.id);
    expect(await checkCard(code)).not.toHaveProperty("hasPhoto");
    await accepted(child);
    expect(await checkCard(code)).toMatchObject({ verdict: "valid", hasPhoto: true });
    expect((await readCheckedPhoto(code))?.toString("base64")).toBe(JPEG);
    const forged = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
    for (const bad of [forged, `${code.slice(0, -6)}AAAAAA`, "ABC"]) {
      expect(await readCheckedPhoto(bad)).toBeUndefined();
    }
    await asAdmin((db) =>
      suspendLicence(db, child.id, {
        suspension_reason: "R",
        suspended_from: today(),
        suspended_until: null,
      }),
    );
    expect((await checkCard(code)).verdict).toBe("suspended");
    expect(await readCheckedPhoto(code)).toBeDefined();
    await database().asOwner(
      sql`update licences set suspended_from = null, issue = issue + 1 where member_id = ${child.id}`,
    );
    expect((await checkCard(code)).verdict).toBe("replaced");
    expect(await readCheckedPhoto(code)).toBeUndefined();
  });

  test("goes with an erasure, at once", async () => {
    const child = await add();
    await accepted(child);
    await send(child, OTHER);
    await asSystem("test", (db) => erasePerson(db, child.id));
    expect(await photosOf(child.id)).toEqual([]);
  });

  test("sent while somebody is erased, it is kept nowhere", async () => {
    const child = await add();
    await Promise.allSettled([
      asSystem("test", (db) => erasePerson(db, child.id)),
      send(child),
      send(child, OTHER),
    ]);
    expect(await photosOf(child.id)).toEqual([]);
  });

  test("goes on with the licence, and goes twelve months after its end", async () => {
    const child = await add();
    await accepted(child);
    setClock(() => Date.now() + (300 + 360) * DAY);
    await sweepRetention();
    expect(await photosOf(child.id)).toHaveLength(1);
    setClock(() => Date.now() + (300 + 370) * DAY);
    await sweepRetention();
    expect(await photosOf(child.id)).toEqual([]);
  });

  test("is left to another membership of the same person by one that is deleted", async () => {
    const first = await add();
    await accepted(first);
    const second = await add({ email: first.email, membership_end: dayIn(600) });
    await database().asOwner(sql`delete from members where id = ${first.id}`);
    expect((await readOwnPhoto(second.email, second.id))?.accepted).toBe(JPEG);
  });

  test("waits for staff with the age of whom it shows, the oldest first", async () => {
    await database().asOwner(sql`delete from licence_photos`);
    const [one, two] = [await add(), await add()];
    await send(one);
    await send(two);
    const { count, photo } = await asAdmin(readWaitingPhoto);
    expect(count).toBe(2);
    expect(photo).toMatchObject({ memberId: one.id, name: "Ibrahima Sory Bah", content: JPEG });
    expect(photo?.age).toBeGreaterThan(9);
  });
});
