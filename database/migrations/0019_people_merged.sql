CREATE TABLE "people_apart" (
	"id" uuid PRIMARY KEY NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "people_apart_order" CHECK ("people_apart"."one_id" < "people_apart"."other_id")
);
--> statement-breakpoint
ALTER TABLE "people_apart" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_ids" uuid[] NOT NULL,
	"moved_ids" uuid[] NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "retention_tally" DROP CONSTRAINT "retention_tally_rule";--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "replaced_by" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "people_apart_pair" ON "people_apart" USING btree ("one_id","other_id");--> statement-breakpoint
CREATE INDEX "person_merges_newest" ON "person_merges" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "retention_tally" ADD CONSTRAINT "retention_tally_rule" CHECK ("retention_tally"."rule" in ('applications', 'members', 'registrations', 'money', 'unsubscribed', 'messages', 'mails', 'partners', 'log', 'versions', 'bin', 'merges', 'drafts', 'reports', 'technical'));--> statement-breakpoint
CREATE POLICY "people_apart_system" ON "people_apart" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_merges_system" ON "person_merges" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);