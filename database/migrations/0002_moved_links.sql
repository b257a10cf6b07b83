CREATE TABLE "moved_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"moved_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "moved_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "moved_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "moved_links_system" ON "moved_links" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);