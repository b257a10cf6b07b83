CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"ticket_token" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"birth_date" date NOT NULL,
	"gamertag" text NOT NULL,
	"platform" text NOT NULL,
	"price_id" text NOT NULL,
	"price_name" text NOT NULL,
	"price_name_en" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"arrival" integer GENERATED ALWAYS AS IDENTITY (sequence name "event_registrations_arrival_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"offer_expires_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"order_id" uuid,
	"checked_in_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("reference", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("gamertag", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_registrations_reference_unique" UNIQUE("reference"),
	CONSTRAINT "event_registrations_ticket_token_unique" UNIQUE("ticket_token"),
	CONSTRAINT "event_registrations_status" CHECK ("event_registrations"."status" in ('held', 'confirmed', 'expired', 'cancelled', 'waiting', 'offered')),
	CONSTRAINT "event_registrations_platform" CHECK ("event_registrations"."platform" in ('pc', 'ps5', 'xbox', 'mobile')),
	CONSTRAINT "event_registrations_amount" CHECK ("event_registrations"."amount" >= 0),
	CONSTRAINT "event_registrations_offer" CHECK (("event_registrations"."status" = 'offered') = ("event_registrations"."offer_expires_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "experience" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "games" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "motivation" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "language" text DEFAULT 'fr' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "application_token" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_one_live" ON "event_registrations" USING btree ("event_id",lower(email)) WHERE status in ('held', 'confirmed', 'offered', 'waiting');--> statement-breakpoint
CREATE INDEX "event_registrations_line" ON "event_registrations" USING btree ("event_id","status","arrival");--> statement-breakpoint
CREATE INDEX "event_registrations_offers" ON "event_registrations" USING btree ("offer_expires_at") WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX "event_registrations_newest" ON "event_registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_search" ON "event_registrations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "members_one_pending" ON "members" USING btree (lower(email),"membership_type_id") WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_application_token_unique" UNIQUE("application_token");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_experience" CHECK ("members"."experience" in ('beginner', 'intermediate', 'advanced', 'professional'));--> statement-breakpoint
CREATE POLICY "event_registrations_staff" ON "event_registrations" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "event_registrations_staff_reads" ON "event_registrations" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "event_registrations_system" ON "event_registrations" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);