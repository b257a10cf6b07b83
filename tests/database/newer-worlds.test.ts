import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { RawWorld } from "../support/raw-world.ts";
import { laterSchema, POLICIES } from "../support/worlds.ts";

// An older version beside a newer one, on one database: an update that is under way, or was taken back.

const EVERY_POLICY = `do $$ declare one record; begin
    for one in select * from pg_policies where schemaname = 'public' loop
      execute format('drop policy %I on %I', one.policyname, one.tablename);
      execute format('alter table %I disable row level security', one.tablename);
    end loop; end $$`;

for (const name of ["embedded", "server"] as const) {
  describe(`${name} PostgreSQL`, () => {
    const world = new RawWorld(name);

    describe("a newer version", () => {
      beforeEach(world.open);
      afterEach(world.close);
      const made: { remove: () => void }[] = [];
      afterAll(() => {
        for (const schema of made) schema.remove();
      });
      const later = (version: Parameters<typeof laterSchema>[0]) => {
        const schema = laterSchema(version);
        made.push(schema);
        return schema.folder;
      };
      const statements = `ALTER TABLE "news" ADD COLUMN "later" text;--> statement-breakpoint
ALTER POLICY "news_visitor_reads" ON "news" TO site_visitor USING (published);`;

      test("migrates an older database, in one piece", async () => {
        await world.migrate();
        const facts = await world.facts();
        const broken = later({
          statements: `${statements}--> statement-breakpoint\nSELECT 1 / 0;`,
        });
        expect(await world.refusal(broken)).toContain("22012");
        expect(await world.facts()).toEqual(facts);
        await world.migrate(later({ statements }));
        expect(await world.facts()).toEqual([...facts, "column news.later text"].sort());
        expect(await world.ask("select 1 from drizzle.__drizzle_migrations")).toHaveLength(2);
      });

      test("migrates an older one that a restore left half", async () => {
        await world.migrate();
        await world.run(EVERY_POLICY);
        await world.migrate(later({ statements }));
        const policies = "select count(*)::int as n from pg_policies where schemaname = 'public'";
        expect(await world.ask(policies)).toEqual([{ n: POLICIES }]);
      });

      test("is read by this one, which leaves it as it is", async () => {
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        await world.migrate(later({ statements, guards }));
        const facts = await world.facts();
        const before = await world.state();
        await world.migrate();
        expect(await world.fault()).toBeUndefined();
        expect(await world.facts()).toEqual(facts);
        expect(await world.state()).toEqual(before);
      });

      test("is refused when it lacks what this one reads", async () => {
        await world.migrate(later({ statements: 'ALTER TABLE "news" ADD COLUMN "later" text' }));
        await world.run("alter table news drop column excerpt_en");
        expect(await world.refusal()).toContain("column news.excerpt_en");
        // Its own to mend, not ours: a policy of today may be wrong tomorrow.
        await world.run("drop policy news_visitor_reads on news");
        expect(await world.refusal()).toContain("policy news.news_visitor_reads");
      });

      test("is refused when it says that older ones may not read", async () => {
        await world.migrate(later({ statements, oldestReader: "0001_later" }));
        expect(await world.refusal()).toContain("newer than this version may read");
        expect(await world.fault()).toContain("newer");
      });

      test("whose SQL alone is newer is not set back by an older one", async () => {
        await world.migrate();
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        const { folder, remove } = laterSchema({ statements: "SELECT 1;", guards });
        made.push({ remove });
        await world.migrate(folder);
        await world.run("delete from drizzle.__drizzle_migrations where id > 1");
        const before = await world.state();
        await world.migrate();
        expect(await world.state()).toEqual(before);
      });
    });
  });
}
