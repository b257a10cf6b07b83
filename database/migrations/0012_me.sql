CREATE TABLE "me_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"address_hash" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "me_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "me_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "me_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "me_sign_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "me_sessions_of_address" ON "me_sessions" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "me_sign_ins_of_address" ON "me_sign_ins" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "event_registrations_email" ON "event_registrations" USING btree (lower(email));--> statement-breakpoint
CREATE POLICY "me_sessions_system" ON "me_sessions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "me_sign_ins_system" ON "me_sign_ins" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);