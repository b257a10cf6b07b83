CREATE TABLE "club_invitees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club" integer NOT NULL,
	"place_id" uuid NOT NULL,
	"email" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"address_hash" text NOT NULL,
	"list_id" uuid NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "club_invitees_place_id_unique" UNIQUE("place_id"),
	CONSTRAINT "club_invitees_mails" CHECK (("club_invitees"."mails" = 0) = ("club_invitees"."mailed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "club_invitees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "retention_tally" DROP CONSTRAINT "retention_tally_rule";--> statement-breakpoint
ALTER TABLE "club_invitees" ADD CONSTRAINT "club_invitees_club_clubs_number_fk" FOREIGN KEY ("club") REFERENCES "public"."clubs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "club_invitees_open" ON "club_invitees" USING btree ("club","email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "club_invitees_address" ON "club_invitees" USING btree ("address_hash");--> statement-breakpoint
ALTER TABLE "retention_tally" ADD CONSTRAINT "retention_tally_rule" CHECK ("retention_tally"."rule" in ('applications', 'members', 'registrations', 'money', 'unsubscribed', 'messages', 'invitees', 'mails', 'partners', 'log', 'versions', 'bin', 'merges', 'drafts', 'reports', 'technical'));--> statement-breakpoint
CREATE POLICY "club_invitees_staff" ON "club_invitees" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "club_invitees_staff_reads" ON "club_invitees" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "club_invitees_system" ON "club_invitees" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);