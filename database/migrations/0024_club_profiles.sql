CREATE TABLE "club_officers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "club_officers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "club_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club" integer NOT NULL,
	"first_colour" text,
	"second_colour" text,
	"logo" text,
	"statutes" text,
	"statutes_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "club_profiles_club_unique" UNIQUE("club"),
	CONSTRAINT "club_profiles_first_colour" CHECK ("club_profiles"."first_colour" in ('red', 'orange', 'yellow', 'green', 'turquoise', 'blue', 'navy', 'violet', 'pink', 'brown', 'black', 'grey', 'white')),
	CONSTRAINT "club_profiles_second_colour" CHECK ("club_profiles"."second_colour" in ('red', 'orange', 'yellow', 'green', 'turquoise', 'blue', 'navy', 'violet', 'pink', 'brown', 'black', 'grey', 'white')),
	CONSTRAINT "club_profiles_logo" CHECK (length("club_profiles"."logo") between 1 and 60000),
	CONSTRAINT "club_profiles_statutes" CHECK (length("club_profiles"."statutes") between 1 and 1398104),
	CONSTRAINT "club_profiles_statutes_at" CHECK (("club_profiles"."statutes" is null) = ("club_profiles"."statutes_at" is null))
);
--> statement-breakpoint
ALTER TABLE "club_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "club_officers" ADD CONSTRAINT "club_officers_club_clubs_number_fk" FOREIGN KEY ("club") REFERENCES "public"."clubs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "club_profiles" ADD CONSTRAINT "club_profiles_club_clubs_number_fk" FOREIGN KEY ("club") REFERENCES "public"."clubs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "club_officers_once" ON "club_officers" USING btree ("club","email");--> statement-breakpoint
CREATE INDEX "club_officers_of_address" ON "club_officers" USING btree ("email");--> statement-breakpoint
CREATE POLICY "club_officers_staff" ON "club_officers" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "club_officers_staff_reads" ON "club_officers" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "club_officers_system" ON "club_officers" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "club_profiles_system" ON "club_profiles" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);