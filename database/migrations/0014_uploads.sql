ALTER TABLE "static_files" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "static_files" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "static_files" ADD COLUMN "cover_url" text;--> statement-breakpoint
ALTER TABLE "static_files" ADD COLUMN "prepared_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "static_files_unprepared" ON "static_files" USING btree ("created_at") WHERE prepared_at is null;--> statement-breakpoint
CREATE INDEX "static_files_address" ON "static_files" USING btree ("file_url");