import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { readSchema } from "../../app/core/database/schema/schema-files.server.ts";
import { laterSchema, POLICIES } from "../support/database/database-restore.ts";
import { RawDatabase } from "../support/database/raw-database.ts";
import { enginesOf } from "../support/fuzz/repetitions.ts";

/** The migrations of this version. */
const OURS = readSchema(SCHEMA).migrations.length;

// An older version beside a newer one, on one database: an update that is under way, or was taken back.

const EVERY_POLICY = `do $$ declare one record; begin
    for one in select * from pg_policies where schemaname = 'public' loop
      execute format('drop policy %I on %I', one.policyname, one.tablename);
      execute format('alter table %I disable row level security', one.tablename);
    end loop; end $$`;

for (const name of enginesOf("server")) {
  describe(`${name} PostgreSQL`, () => {
    const raw = new RawDatabase(name, "migrated");

    describe("a newer version", () => {
      beforeEach(raw.open);
      afterEach(raw.close);
      const folders: { remove: () => void }[] = [];
      afterAll(() => {
        for (const schema of folders) schema.remove();
      });
      const later = (version: Parameters<typeof laterSchema>[0]) => {
        const schema = laterSchema(version);
        folders.push(schema);
        return schema.folder;
      };
      const statements = `ALTER TABLE "news" ADD COLUMN "later" text;--> statement-breakpoint
ALTER POLICY "news_visitor_reads" ON "news" TO site_visitor USING (published);`;

      test("migrates an older database, in one piece", async () => {
        const facts = await raw.facts();
        const broken = later({
          statements: `${statements}--> statement-breakpoint\nSELECT 1 / 0;`,
        });
        expect(await raw.refusal(broken)).toContain("22012");
        expect(await raw.facts()).toEqual(facts);
        await raw.migrate(later({ statements }));
        expect(await raw.facts()).toEqual([...facts, "column news.later text"].sort());
        expect(await raw.ask("select 1 from drizzle.__drizzle_migrations")).toHaveLength(OURS + 1);
      });

      test("migrates an older one that a restore left half", async () => {
        await raw.run(EVERY_POLICY);
        await raw.migrate(later({ statements }));
        const policies = "select count(*)::int as n from pg_policies where schemaname = 'public'";
        expect(await raw.ask(policies)).toEqual([{ n: POLICIES }]);
      });

      test("is read by this one, which leaves it as it is", async () => {
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        await raw.migrate(later({ statements, guards }));
        const facts = await raw.facts();
        const before = await raw.state();
        await raw.migrate();
        expect(await raw.fault()).toBeUndefined();
        expect(await raw.facts()).toEqual(facts);
        expect(await raw.state()).toEqual(before);
      });

      test("is refused when it lacks what this one reads", async () => {
        await raw.migrate(later({ statements: 'ALTER TABLE "news" ADD COLUMN "later" text' }));
        await raw.run("alter table news drop column excerpt_en cascade");
        expect(await raw.refusal()).toContain("column news.excerpt_en");
        // Its own to mend, not ours: a policy of today may be wrong tomorrow.
        await raw.run("drop policy news_visitor_reads on news");
        expect(await raw.refusal()).toContain("policy news.news_visitor_reads");
      });

      test("is refused when it says that older ones may not read", async () => {
        await raw.migrate(later({ statements, oldestReader: "9999_later" }));
        expect(await raw.refusal()).toContain("newer than this version may read");
        expect(await raw.fault()).toContain("newer");
      });

      test("whose SQL alone is newer is not set back by an older one", async () => {
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        const { folder, remove } = laterSchema({ statements: "SELECT 1;", guards });
        folders.push({ remove });
        await raw.migrate(folder);
        await raw.run(`delete from drizzle.__drizzle_migrations where id > ${OURS}`);
        const before = await raw.state();
        await raw.migrate();
        expect(await raw.state()).toEqual(before);
      });
    });
  });
}
