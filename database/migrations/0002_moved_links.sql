CREATE TABLE "moved_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"moved_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moved_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "moved_links_system" ON "moved_links" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);