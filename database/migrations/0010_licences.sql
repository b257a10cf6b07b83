CREATE TABLE "licence_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" integer NOT NULL,
	"member_id" uuid,
	"issue" integer NOT NULL,
	"key_number" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "licence_cards_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "licence_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "licence_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"signs_from" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "licence_keys_number_unique" UNIQUE("number"),
	CONSTRAINT "licence_keys_number" CHECK ("licence_keys"."number" between 1 and 255)
);
--> statement-breakpoint
ALTER TABLE "licence_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "licences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" integer GENERATED ALWAYS AS IDENTITY (sequence name "licences_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" uuid,
	"issue" integer DEFAULT 1 NOT NULL,
	"suspended_from" date,
	"suspended_until" date,
	"suspension_reason" text,
	"suspended_by" uuid,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "licences_serial_unique" UNIQUE("serial"),
	CONSTRAINT "licences_issue" CHECK ("licences"."issue" between 1 and 255),
	CONSTRAINT "licences_suspension" CHECK ("licences"."suspended_until" >= "licences"."suspended_from")
);
--> statement-breakpoint
ALTER TABLE "licences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "health_causes" DROP CONSTRAINT "health_causes_cause";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "licence_serial" integer;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_suspended_by_profiles_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licence_cards_of_licence" ON "licence_cards" USING btree ("serial","created_at");--> statement-breakpoint
CREATE INDEX "licence_cards_of_member" ON "licence_cards" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "licences_of_member" ON "licences" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "members_of_licence" ON "members" USING btree ("licence_serial");--> statement-breakpoint
ALTER TABLE "health_causes" ADD CONSTRAINT "health_causes_cause" CHECK ("health_causes"."cause" in ('database', 'clock', 'storage', 'jobs', 'mail', 'ledger', 'licences', 'backups', 'rates', 'disk', 'descriptors', 'memory', 'loop', 'connections', 'certificate', 'errors', 'limits', 'day'));--> statement-breakpoint
CREATE POLICY "licence_cards_system" ON "licence_cards" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "licence_keys_system" ON "licence_keys" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "licences_staff" ON "licences" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "licences_staff_reads" ON "licences" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "licences_system" ON "licences" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER POLICY "members_visitor_inserts" ON "members" TO site_visitor WITH CHECK (status = 'pending' and licence_serial is null);--> statement-breakpoint
INSERT INTO "licences" ("id", "member_id")
SELECT gen_random_uuid(), id
FROM (
	SELECT DISTINCT ON (holder) id, created_at
	FROM (
		SELECT id, created_at, membership_end, CASE WHEN birth_date IS NULL THEN id::text
			ELSE lower(email) || ' ' || search_form(first_name) || ' ' || birth_date::text END AS holder
		FROM "members"
		WHERE status = 'active' AND member_type = 'player' AND NOT is_test AND NOT is_sample
	) active
	ORDER BY holder, membership_end DESC NULLS FIRST, id
) holders
ORDER BY created_at, id;
--> statement-breakpoint
UPDATE "members" m SET licence_serial = l.serial
FROM "licences" l JOIN "members" h ON h.id = l.member_id
WHERE m.member_type = 'player' AND m.status <> 'pending' AND NOT m.is_test AND NOT m.is_sample
	AND (m.id = h.id OR (m.birth_date = h.birth_date AND lower(m.email) = lower(h.email)
		AND search_form(m.first_name) = search_form(h.first_name)));
