CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("staff_name", '') || ' ' || coalesce("action", '') || ' ' || coalesce("label", ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bin" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" uuid NOT NULL,
	"deleted_by_name" text NOT NULL,
	"batch" uuid NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"rows" jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label", ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "bin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bin_newest" ON "bin" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "bin_batch" ON "bin" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "bin_search" ON "bin" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE POLICY "audit_log_staff" ON "audit_log" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "audit_log_staff_reads" ON "audit_log" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "audit_log_system" ON "audit_log" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bin_staff" ON "bin" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "bin_staff_reads" ON "bin" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "bin_system" ON "bin" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);