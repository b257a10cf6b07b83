CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"charge_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "receipts_number_unique" UNIQUE("number"),
	CONSTRAINT "receipts_series" UNIQUE("year","serial"),
	CONSTRAINT "receipts_serial" CHECK ("receipts"."serial" > 0)
);
--> statement-breakpoint
ALTER TABLE "receipts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "gnf_per_eur" numeric;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_charge_id_ledger_entries_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_of_charge" ON "receipts" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "receipts_newest" ON "receipts" USING btree ("created_at","id");--> statement-breakpoint
CREATE POLICY "site_settings_office_inserts" ON "site_settings" AS RESTRICTIVE FOR INSERT TO "site_office" WITH CHECK (setting_key in ('desk', 'exchange_rate', 'paypal'));--> statement-breakpoint
CREATE POLICY "site_settings_office_updates" ON "site_settings" AS RESTRICTIVE FOR UPDATE TO "site_office" USING (true) WITH CHECK (setting_key in ('desk', 'exchange_rate', 'paypal'));--> statement-breakpoint
CREATE POLICY "receipts_staff" ON "receipts" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "receipts_staff_reads" ON "receipts" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "receipts_system" ON "receipts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
INSERT INTO "receipts" ("charge_id", "year", "serial", "number", "created_at")
SELECT id, year, serial, 'R-' || year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'), created_at
FROM (
	SELECT id, created_at, year, row_number() OVER (PARTITION BY year ORDER BY created_at, id) AS serial
	FROM (
		SELECT id, created_at, extract(year FROM created_at AT TIME ZONE 'UTC')::int AS year
		FROM "ledger_entries" WHERE kind = 'charge' AND mode = 'live'
	) charges
) numbered;
