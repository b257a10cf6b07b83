CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_rate_limits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "auth_rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "auth_rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" uuid NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "auth_two_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_verifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "image" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "two_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_accounts_account" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_account" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_two_factors_account" ON "auth_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE POLICY "auth_accounts_staff" ON "auth_accounts" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_accounts_staff_reads" ON "auth_accounts" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "auth_accounts_system" ON "auth_accounts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_rate_limits_staff" ON "auth_rate_limits" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_rate_limits_staff_reads" ON "auth_rate_limits" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "auth_rate_limits_system" ON "auth_rate_limits" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_sessions_staff" ON "auth_sessions" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_sessions_staff_reads" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "auth_sessions_system" ON "auth_sessions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_two_factors_staff" ON "auth_two_factors" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_two_factors_staff_reads" ON "auth_two_factors" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "auth_two_factors_system" ON "auth_two_factors" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_verifications_staff" ON "auth_verifications" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_verifications_staff_reads" ON "auth_verifications" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "auth_verifications_system" ON "auth_verifications" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);