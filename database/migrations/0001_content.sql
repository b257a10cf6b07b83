CREATE TABLE "leadership_team" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" text NOT NULL,
	"position_en" text,
	"bio" text NOT NULL,
	"bio_en" text,
	"image_url" text,
	"order" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("position", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leadership_team" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_role" CHECK ("profiles"."role" in ('user', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "highlights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"gamertag" text,
	"level" text,
	"level_en" text,
	"members_count" integer,
	"achievements" text[] DEFAULT '{}' NOT NULL,
	"achievements_en" text[],
	"category" text,
	"category_en" text,
	"contribution" text,
	"contribution_en" text,
	"image_url" text,
	"order" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("gamertag", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "highlights_kind" CHECK ("highlights"."kind" in ('player', 'club', 'partner'))
);
--> statement-breakpoint
ALTER TABLE "highlights" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'unread' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("subject", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_messages_status" CHECK ("contact_messages"."status" in ('unread', 'read', 'replied'))
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"description" text NOT NULL,
	"description_en" text,
	"date" date NOT NULL,
	"time" text,
	"location" text NOT NULL,
	"location_en" text,
	"image_url" text,
	"category" text NOT NULL,
	"type" text DEFAULT 'in-person' NOT NULL,
	"max_participants" integer,
	"current_participants" integer DEFAULT 0 NOT NULL,
	"price" integer,
	"currency" text DEFAULT 'XOF' NOT NULL,
	"prices" jsonb,
	"rules" text,
	"rules_en" text,
	"status" text DEFAULT 'upcoming' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("description", '') || ' ' || coalesce("location", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_category" CHECK ("events"."category" in ('Tournoi', 'Formation', 'Conférence', 'Championnat')),
	CONSTRAINT "events_type" CHECK ("events"."type" in ('online', 'in-person', 'hybrid')),
	CONSTRAINT "events_status" CHECK ("events"."status" in ('upcoming', 'ongoing', 'completed', 'cancelled')),
	CONSTRAINT "events_price" CHECK ("events"."price" >= 0),
	CONSTRAINT "events_time" CHECK ("events"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "events_places" CHECK ("events"."current_participants" >= 0 and ("events"."max_participants" is null or "events"."current_participants" <= "events"."max_participants"))
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"icon" text DEFAULT 'FileText' NOT NULL,
	"color" text DEFAULT '#00734B' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_categories_name_unique" UNIQUE("name"),
	CONSTRAINT "file_categories_icon" CHECK ("file_categories"."icon" in ('Image', 'FileText', 'Video', 'Music', 'Shield', 'Layout', 'User', 'Archive'))
);
--> statement-breakpoint
ALTER TABLE "file_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "static_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filename" text NOT NULL,
	"original_filename" text NOT NULL,
	"file_url" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"category_id" uuid,
	"title" text NOT NULL,
	"title_en" text,
	"alt_text" text,
	"description" text,
	"description_en" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"width" integer,
	"height" integer,
	"is_public" boolean DEFAULT true NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_protected" boolean DEFAULT false NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("filename", '') || ' ' || coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("description", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "static_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"birth_date" date,
	"address" text,
	"city" text,
	"member_type" text DEFAULT 'player' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"membership_start" date,
	"membership_end" date,
	"membership_type_id" uuid,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_type" CHECK ("members"."member_type" in ('player', 'club', 'partner')),
	CONSTRAINT "members_status" CHECK ("members"."status" in ('pending', 'active', 'suspended', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "membership_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"description" text NOT NULL,
	"description_en" text,
	"price" integer NOT NULL,
	"currency" text DEFAULT 'GNF' NOT NULL,
	"period" text DEFAULT 'par an' NOT NULL,
	"period_en" text,
	"features" text[] DEFAULT '{}' NOT NULL,
	"features_en" text[],
	"member_type" text DEFAULT 'player' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("name_en", '') || ' ' || coalesce("description", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_types_member_type" CHECK ("membership_types"."member_type" in ('player', 'club', 'partner')),
	CONSTRAINT "membership_types_price" CHECK ("membership_types"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "membership_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"excerpt" text NOT NULL,
	"excerpt_en" text,
	"content" text NOT NULL,
	"content_en" text,
	"category" text NOT NULL,
	"image_url" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("excerpt", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_category" CHECK ("news"."category" in ('Communiqué', 'Compétition', 'Formation', 'Partenariat', 'International'))
);
--> statement-breakpoint
ALTER TABLE "news" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"whatsapp" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"consent_text" text NOT NULL,
	"consented_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consent_channel" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("email", '') || ' ' || coalesce("whatsapp", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_status" CHECK ("newsletter_subscriptions"."status" in ('active', 'unsubscribed'))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"section_key" text NOT NULL,
	"section_type" text DEFAULT 'text' NOT NULL,
	"title" text,
	"title_en" text,
	"content" text,
	"content_en" text,
	"image_url" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_sections_type" CHECK ("page_sections"."section_type" in ('hero', 'text', 'image', 'gallery', 'stats', 'features', 'testimonials', 'cta'))
);
--> statement-breakpoint
ALTER TABLE "page_sections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"meta_description" text,
	"meta_description_en" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("slug", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_status" CHECK ("pages"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "pages_slug" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
ALTER TABLE "pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"description_en" text,
	"logo_url" text,
	"website" text,
	"partnership_type" text DEFAULT 'sponsor' NOT NULL,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"partnership_start" date,
	"partnership_end" date,
	"status" text DEFAULT 'active' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("description", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partners_type" CHECK ("partners"."partnership_type" in ('sponsor', 'technical', 'media', 'institutional')),
	CONSTRAINT "partners_status" CHECK ("partners"."status" in ('active', 'inactive'))
);
--> statement-breakpoint
ALTER TABLE "partners" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"setting_key" text NOT NULL,
	"setting_value" jsonb NOT NULL,
	"setting_type" text DEFAULT 'general' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_settings_setting_key_unique" UNIQUE("setting_key")
);
--> statement-breakpoint
ALTER TABLE "site_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "static_files" ADD CONSTRAINT "static_files_category_id_file_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."file_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_membership_type_id_membership_types_id_fk" FOREIGN KEY ("membership_type_id") REFERENCES "public"."membership_types"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_sections" ADD CONSTRAINT "page_sections_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leadership_in_order" ON "leadership_team" USING btree ("order","id");--> statement-breakpoint
CREATE INDEX "leadership_team_search" ON "leadership_team" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "highlights_in_order" ON "highlights" USING btree ("kind","order","id");--> statement-breakpoint
CREATE INDEX "highlights_search" ON "highlights" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "static_files_newest" ON "static_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "static_files_in_category" ON "static_files" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "static_files_search" ON "static_files" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_newest" ON "members" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "members_counted" ON "members" USING btree ("member_type","status");--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "membership_types_newest" ON "membership_types" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "membership_types_search" ON "membership_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "news_published_newest" ON "news" USING btree ("created_at","id") WHERE published;--> statement-breakpoint
CREATE INDEX "news_tags" ON "news" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_newest" ON "newsletter_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_search" ON "newsletter_subscriptions" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "page_sections_in_order" ON "page_sections" USING btree ("page_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "pages_newest" ON "pages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pages_search" ON "pages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partners_search" ON "partners" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE POLICY "leadership_team_staff" ON "leadership_team" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "leadership_team_system" ON "leadership_team" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "leadership_team_visitor_reads" ON "leadership_team" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "profiles_staff" ON "profiles" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "profiles_system" ON "profiles" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "highlights_staff" ON "highlights" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "highlights_system" ON "highlights" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "highlights_visitor_reads" ON "highlights" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "contact_messages_staff" ON "contact_messages" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "contact_messages_system" ON "contact_messages" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_messages_visitor_inserts" ON "contact_messages" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'unread');--> statement-breakpoint
CREATE POLICY "events_staff" ON "events" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "events_system" ON "events" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "events_visitor_reads" ON "events" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "file_categories_staff" ON "file_categories" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "file_categories_system" ON "file_categories" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "file_categories_visitor_reads" ON "file_categories" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "static_files_staff" ON "static_files" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "static_files_system" ON "static_files" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "static_files_visitor_reads" ON "static_files" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_public);--> statement-breakpoint
CREATE POLICY "members_staff" ON "members" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "members_system" ON "members" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "members_visitor_inserts" ON "members" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'pending');--> statement-breakpoint
CREATE POLICY "membership_types_staff" ON "membership_types" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "membership_types_system" ON "membership_types" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_types_visitor_reads" ON "membership_types" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "news_staff" ON "news" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "news_system" ON "news" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "news_visitor_reads" ON "news" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (published);--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_staff" ON "newsletter_subscriptions" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_system" ON "newsletter_subscriptions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_visitor_inserts" ON "newsletter_subscriptions" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'active');--> statement-breakpoint
CREATE POLICY "page_sections_staff" ON "page_sections" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "page_sections_system" ON "page_sections" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "page_sections_visitor_reads" ON "page_sections" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active and exists (select 1 from pages where pages.id = page_id));--> statement-breakpoint
CREATE POLICY "pages_staff" ON "pages" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "pages_system" ON "pages" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pages_visitor_reads" ON "pages" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (status = 'published');--> statement-breakpoint
CREATE POLICY "partners_staff" ON "partners" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "partners_system" ON "partners" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "partners_visitor_reads" ON "partners" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (status = 'active');--> statement-breakpoint
CREATE POLICY "site_settings_staff" ON "site_settings" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "site_settings_system" ON "site_settings" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site_settings_visitor_reads" ON "site_settings" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_public);