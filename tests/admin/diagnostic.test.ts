import { chmodSync, rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { members } from "../../app/membership/members/members.table.server.ts";
import { diagnose, testDatabase } from "../../app/office/checks/checks.system.server.ts";
import { testMember, tryAsStaff } from "../../app/office/checks/database-checks.system.server.ts";
import {
  checkDescriptors,
  checkVisitorAddresses,
} from "../../app/office/checks/site-checks.system.server.ts";
import { insertParents, insertRow, TABLES_OF_THE_CATALOGUE } from "../database/tables.ts";
import { startMailServer } from "../mail/mail-server.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { DATA_DIR } from "./records/settings.ts";

// Read at the first use of the product; nothing is sent here.
const mailServer = await startMailServer();
process.env.SMTP_URL = mailServer.url;

const staff = { id: newId(), name: "Mariama Bah", email: "mariama@example.gn" };
const checkAll = async () => [...(await diagnose(staff)), ...(await testDatabase(staff))];

afterAll(async () => {
  await mailServer.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test("a proxy that is not trusted is said in red; a header that anybody can write is not", () => {
  const now = new Date();
  expect(checkVisitorAddresses({})).toMatchObject({ level: "success", details: [] });
  expect(checkVisitorAddresses({ claimed: now })).toMatchObject({ level: "warning" });
  const behind = checkVisitorAddresses({ shared: now, claimed: now });
  expect(behind).toMatchObject({ level: "error", summary: expect.stringContaining("TRUST_PROXY") });
  expect(behind.details).toHaveLength(2);
});

test("few descriptors that are left are warned of", () => {
  expect(checkDescriptors(() => ({ open: 100, most: 1_000 })).level).toBe("success");
  expect(checkDescriptors(() => ({ open: 900, most: 1_000 }))).toEqual({
    level: "warning",
    summary: "900 ouverts, 100 encore possibles",
  });
});

withDatabase((engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { ...staff, role: "admin" });
      await insertRow(db, "news", { published: true });
      await insertRow(db, "news", { published: false });
      await insertRow(db, "members");
    }),
  );

  /** How many rows every table holds. */
  async function rowCounts() {
    const tables = await database().asOwner<{ name: string }>(TABLES_OF_THE_CATALOGUE);
    const counts: Record<string, number | undefined> = {};
    for (const { name } of tables) {
      const one = sql`select count(*)::int as n from ${sql.identifier(name)}`;
      const [row] = await database().asOwner<{ n: number }>(one);
      counts[name] = row?.n;
    }
    return counts;
  }

  test("every check goes well, and nothing is left or told of it", async () => {
    const messages: string[] = [];
    await database().engine.listen(
      "content_changed",
      (table) => messages.push(table),
      () => {},
    );
    const before = await rowCounts();
    const checks = await checkAll();
    const levelOf = Object.fromEntries(checks.map(({ name, level }) => [name, level]));
    // No process runs the jobs here, one login does everything, nobody wrote contact details or made the keys
    // of a backup.
    expect(levelOf).toMatchObject({
      Sauvegardes: "warning",
      "Coordonnées publiques": "warning",
      "Tâches de fond": "warning",
      "Comptes de la base de données": engine === "server" ? "warning" : "success",
    });
    const unwell = checks.filter(
      ({ name, level }) =>
        level !== "success" && !/^(Coordonnées|Sauvegardes$|Tâches|Comptes)/.test(name),
    );
    expect(unwell).toEqual([]);
    expect(checks).toHaveLength(25);
    expect(await rowCounts()).toEqual(before);
    expect(messages).toEqual([]);
  });

  describe("what is wrong is found:", () => {
    const faults = [
      [
        "visitors who cannot write",
        "revoke insert on contact_messages from site_visitor",
        "grant insert on contact_messages to site_visitor",
        ["Écriture des messages de contact"],
      ],
      [
        "members that everybody reads",
        "grant select on members to site_visitor",
        "revoke select on members from site_visitor",
        ["Lecture des membres", "Politiques d’accès"],
      ],
      [
        "drafts that everybody reads",
        "create policy leak on news for select to site_visitor using (true)",
        "drop policy leak on news",
        ["Lecture des actualités"],
      ],
      [
        "visitors who make themselves members",
        "create policy leak on members for insert to site_visitor with check (true)",
        "drop policy leak on members",
        ["Politiques d’accès"],
      ],
      [
        "staff who cannot delete",
        "revoke delete on members from site_staff",
        "grant delete on members to site_staff",
        ["Écriture des membres", "Écriture"],
      ],
    ] as const;

    test.each(faults)("%s", async (_name, fault, mend, expected) => {
      await database().asOwner(fault);
      try {
        // Nobody has made the keys of a backup here.
        const wrong = (await checkAll()).filter(
          ({ name, level }) => level === "error" && name !== "Sauvegardes",
        );
        expect(wrong.map(({ name }) => name)).toEqual(expected);
      } finally {
        await database().asOwner(mend);
      }
    });

    test("a mail that could not be sent", async () => {
      const id = await asSystem("test", (db) =>
        insertRow(db, "mail_outbox", { status: "failed", last_error: "550 no such user" }),
      );
      const mails = (await checkAll()).find(({ name }) => name === "E-mails");
      expect(mails?.level).toBe("warning");
      expect(mails?.details[0]?.[1]).toContain("550 no such user");
      await database().asOwner(sql`delete from mail_outbox where id = ${id}`);
    });
  });

  test("a file that cannot be prepared is named by its address, with the reason", async () => {
    const named = { file_url: "/files/uploads/x.pdf", title: "Kadiatou Bah" };
    const given = { ...named, prepare_tries: 3, prepare_problem: "memory" };
    const id = await asSystem("test", (db) => insertRow(db, "static_files", given));
    const result = (await diagnose(staff)).find(({ name }) => name === "Préparation des fichiers");
    expect(result).toMatchObject({
      level: "warning",
      details: [["x.pdf", "il demande trop de mémoire"]],
    });
    await database().asOwner(sql`delete from static_files where id = ${id}`);
  });

  test("a folder of data that other accounts of the machine may read is warned of", async () => {
    const storage = async () => (await diagnose(staff)).find(({ name }) => /^Stockage/.test(name));
    expect(await storage()).toMatchObject({ level: "success" });
    chmodSync(DATA_DIR, 0o755);
    try {
      expect(await storage()).toMatchObject({
        level: "warning",
        summary: "Le dossier des données est ouvert à d’autres comptes de la machine",
        details: expect.arrayContaining([["Droits", "755"]]),
      });
    } finally {
      chmodSync(DATA_DIR, 0o700);
    }
  });

  test("the member of the write check is a member for one year", async () => {
    const lasts = ({ membership_start, membership_end }: ReturnType<typeof testMember>) => [
      membership_start,
      membership_end,
    ];
    expect(lasts(testMember(new Date("2027-11-21T12:00:00Z")))).toEqual([
      "2027-11-21",
      "2028-11-21",
    ]);
    expect(lasts(testMember(new Date("2028-02-29T12:00:00Z")))).toEqual([
      "2028-02-29",
      "2029-02-28",
    ]);
  });

  if (engine === "server") {
    test("a check that is cut off half-way leaves nothing", async () => {
      const before = await rowCounts();
      const cut = tryAsStaff(staff, async (db) => {
        await db.insert(members).values(testMember());
        const [own] = await rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
        await database().asOwner(sql`select pg_terminate_backend(${own?.pid})`);
        await db.execute(sql`select 1`);
      });
      await expect(cut).rejects.toMatchObject({ kind: "unavailable" });
      // The connection is taken as away for a moment.
      await expect.poll(rowCounts, { timeout: 5_000 }).toEqual(before);
    });
  }
});
