CREATE TABLE "licence_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "licence_photos_status" CHECK ("licence_photos"."status" in ('pending', 'accepted')),
	CONSTRAINT "licence_photos_content" CHECK (length("licence_photos"."content") between 1 and 60000)
);
--> statement-breakpoint
ALTER TABLE "licence_photos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "retention_tally" DROP CONSTRAINT "retention_tally_rule";--> statement-breakpoint
CREATE INDEX "licence_photos_of_member" ON "licence_photos" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "licence_photos_waiting" ON "licence_photos" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE "retention_tally" ADD CONSTRAINT "retention_tally_rule" CHECK ("retention_tally"."rule" in ('applications', 'members', 'photos', 'registrations', 'money', 'unsubscribed', 'messages', 'invitees', 'mails', 'partners', 'log', 'versions', 'bin', 'merges', 'drafts', 'reports', 'technical'));--> statement-breakpoint
CREATE POLICY "licence_photos_staff" ON "licence_photos" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "licence_photos_staff_reads" ON "licence_photos" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "licence_photos_system" ON "licence_photos" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);