DROP INDEX "members_counted";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (search_form(coalesce("last_name", '') || ' ' || coalesce("first_name", ''))) STORED;--> statement-breakpoint
CREATE INDEX "members_email" ON "members" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "members_by_type" ON "members" USING btree ("member_type","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_status" ON "members" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_both" ON "members" USING btree ("member_type","status","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree ("sort_name","id","member_type","status","search_text");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_first_name" CHECK (char_length("members"."first_name") <= 100);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_last_name" CHECK (char_length("members"."last_name") <= 100);--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_email_length" CHECK (char_length("members"."email") <= 254);