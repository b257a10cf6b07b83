CREATE TABLE "club_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club" integer NOT NULL,
	"code" text NOT NULL,
	"by_player" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"player_id" uuid,
	"own_id" uuid,
	"until" date,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "club_places_code_unique" UNIQUE("code"),
	CONSTRAINT "club_places_accepted" CHECK (("club_places"."accepted_at" is null) = ("club_places"."until" is null))
);
--> statement-breakpoint
ALTER TABLE "club_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "clubs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "clubs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 65535 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "clubs_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "clubs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "club" integer;--> statement-breakpoint
ALTER TABLE "membership_types" ADD COLUMN "included_licences" integer;--> statement-breakpoint
ALTER TABLE "club_places" ADD CONSTRAINT "club_places_club_clubs_number_fk" FOREIGN KEY ("club") REFERENCES "public"."clubs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "club_places_of_club" ON "club_places" USING btree ("club","created_at");--> statement-breakpoint
CREATE INDEX "club_places_of_player" ON "club_places" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "club_places_untold" ON "club_places" USING btree ("ended_at") WHERE ended_at is not null and told_at is null;--> statement-breakpoint
CREATE INDEX "members_of_club" ON "members" USING btree ("club") WHERE club is not null;--> statement-breakpoint
ALTER TABLE "membership_types" ADD CONSTRAINT "membership_types_included" CHECK ("membership_types"."included_licences" between 0 and 1000);--> statement-breakpoint
CREATE POLICY "club_places_system" ON "club_places" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clubs_staff" ON "clubs" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "clubs_staff_reads" ON "clubs" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "clubs_system" ON "clubs" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER POLICY "members_visitor_inserts" ON "members" TO site_visitor WITH CHECK (status = 'pending' and licence_serial is null and club is null);--> statement-breakpoint
DO $$
DECLARE
	holder record;
	given int;
BEGIN
	FOR holder IN SELECT lower(email) AS email, search_form(coalesce(organisation, first_name)) AS name
		FROM "members" WHERE status = 'active' AND member_type = 'club' AND NOT is_test AND NOT is_sample
		GROUP BY 1, 2 ORDER BY min(created_at), 1, 2
	LOOP
		INSERT INTO "clubs" ("id") VALUES (gen_random_uuid()) RETURNING "number" INTO given;
		UPDATE "members" SET club = given WHERE member_type = 'club' AND status <> 'pending' AND NOT is_test
			AND NOT is_sample AND lower(email) = holder.email
			AND search_form(coalesce(organisation, first_name)) = holder.name;
	END LOOP;
END $$;
