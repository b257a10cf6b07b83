ALTER TABLE "members" ADD COLUMN "organisation" text;--> statement-breakpoint
DROP INDEX "members_one_pending";--> statement-breakpoint
ALTER TABLE "members" drop column "search_text";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_form(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("organisation", ''))) STORED;--> statement-breakpoint
ALTER TABLE "members" drop column "sort_name";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "sort_name" text COLLATE "C" GENERATED ALWAYS AS (search_form(coalesce("organisation" || ' ', '') || "last_name" || ' ' || "first_name")) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "members_one_pending" ON "members" USING btree (lower(email),"membership_type_id",search_form(coalesce(organisation, first_name)),coalesce(birth_date, '-infinity')) WHERE status = 'pending' and not is_duplicate;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organisation" CHECK (char_length("members"."organisation") <= 100);--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree ("sort_name","id","member_type","status","search_text");--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_shelves" ON "members" USING gin (shelf_keys(left("sort_name", 1), "search_text"));--> statement-breakpoint
CREATE POLICY "bin_office_own" ON "bin" AS RESTRICTIVE FOR ALL TO "site_office" USING (deleted_by::text = (select current_setting('app.user_id', true))) WITH CHECK (deleted_by::text = (select current_setting('app.user_id', true)));