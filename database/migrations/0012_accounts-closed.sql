DROP INDEX "auth_two_factors_account";--> statement-breakpoint
ALTER TABLE "auth_two_factors" ALTER COLUMN "verified" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ALTER COLUMN "verified" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ALTER COLUMN "failed_verification_count" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "auth_sessions_expiry" ON "auth_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_verifications_expiry" ON "auth_verifications" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "access_token";--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "refresh_token";--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "id_token";--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "access_token_expires_at";--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "refresh_token_expires_at";--> statement-breakpoint
ALTER TABLE "auth_accounts" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_account" UNIQUE("user_id");--> statement-breakpoint
DROP POLICY "auth_accounts_staff" ON "auth_accounts" CASCADE;--> statement-breakpoint
DROP POLICY "auth_accounts_staff_reads" ON "auth_accounts" CASCADE;--> statement-breakpoint
DROP POLICY "auth_rate_limits_staff" ON "auth_rate_limits" CASCADE;--> statement-breakpoint
DROP POLICY "auth_rate_limits_staff_reads" ON "auth_rate_limits" CASCADE;--> statement-breakpoint
DROP POLICY "auth_sessions_staff" ON "auth_sessions" CASCADE;--> statement-breakpoint
DROP POLICY "auth_two_factors_staff" ON "auth_two_factors" CASCADE;--> statement-breakpoint
DROP POLICY "auth_two_factors_staff_reads" ON "auth_two_factors" CASCADE;--> statement-breakpoint
DROP POLICY "auth_verifications_staff" ON "auth_verifications" CASCADE;--> statement-breakpoint
DROP POLICY "auth_verifications_staff_reads" ON "auth_verifications" CASCADE;--> statement-breakpoint
CREATE POLICY "auth_sessions_staff_ends" ON "auth_sessions" AS PERMISSIVE FOR DELETE TO "site_staff" USING (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "auth_verifications_staff_inserts" ON "auth_verifications" AS PERMISSIVE FOR INSERT TO "site_staff" WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "auth_sessions_staff_reads" ON "auth_sessions" TO site_staff USING ((select is_admin()));