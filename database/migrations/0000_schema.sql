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
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leadership_team" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password" text,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL
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
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" uuid NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"last_step" integer,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "auth_two_factors_account" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "auth_two_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_verifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"host" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "auth_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "auth_passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"archive" text,
	"archive_at" timestamp with time zone,
	"bytes" bigint,
	"row_count" bigint,
	"stored_count" integer,
	"new_count" integer,
	"elsewhere" boolean DEFAULT false NOT NULL,
	"reason" text,
	"findings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "backup_runs_kind" CHECK ("backup_runs"."kind" in ('archive', 'copy', 'proof', 'key')),
	CONSTRAINT "backup_runs_status" CHECK ("backup_runs"."status" in ('asked', 'running', 'done', 'failed')),
	CONSTRAINT "backup_runs_reason" CHECK ("backup_runs"."reason" in ('full', 'busy', 'database', 'files', 'elsewhere', 'changed', 'damaged', 'differs', 'time', 'stopped', 'interrupted', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "backup_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"place" integer GENERATED ALWAYS AS ((case kind when 'player' then 0 when 'club' then 1 else 2 end) * 100000000 + "order") STORED,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || coalesce("gamertag", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "contact_messages_status" CHECK ("contact_messages"."status" in ('unread', 'read', 'replied'))
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"two_factor_required" boolean DEFAULT false NOT NULL,
	"device_generation" integer DEFAULT 0 NOT NULL,
	"admission_asked_by" uuid,
	"admission_from" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_role" CHECK ("profiles"."role" in ('user', 'admin')),
	CONSTRAINT "profiles_roles" CHECK ("profiles"."roles" <@ array['editor', 'treasurer', 'events', 'door'] and (role <> 'admin' or "profiles"."roles" = '{}'))
);
--> statement-breakpoint
ALTER TABLE "profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"previous" jsonb,
	"decided_by" uuid NOT NULL,
	"returns" text,
	"returns_total" jsonb,
	"returns_approved_by" uuid,
	"returns_from" timestamp with time zone,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "event_changes_kind" CHECK ("event_changes"."kind" in ('moved', 'cancelled', 'reopened')),
	CONSTRAINT "event_changes_returns" CHECK ("event_changes"."returns" in ('waiting', 'approved', 'sent')),
	CONSTRAINT "event_changes_returns_approval" CHECK (("event_changes"."returns" in ('approved', 'sent')) = ("event_changes"."returns_approved_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "event_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_door" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_door" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"description" text NOT NULL,
	"description_en" text,
	"features" text[] DEFAULT '{}' NOT NULL,
	"features_en" text[] DEFAULT '{}' NOT NULL,
	"amount" integer NOT NULL,
	"quota" integer,
	"ends_at" timestamp with time zone,
	"taken" integer DEFAULT 0 NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "event_packages_key" UNIQUE("event_id","key"),
	CONSTRAINT "event_packages_of_event" UNIQUE("id","event_id"),
	CONSTRAINT "event_packages_amount" CHECK ("event_packages"."amount" >= 0),
	CONSTRAINT "event_packages_quota" CHECK ("event_packages"."taken" >= 0 and ("event_packages"."quota" is null or "event_packages"."taken" <= "event_packages"."quota"))
);
--> statement-breakpoint
ALTER TABLE "event_packages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"description" text NOT NULL,
	"description_en" text,
	"format" text DEFAULT 'plain' NOT NULL,
	"date" date NOT NULL,
	"time" text,
	"end_date" date,
	"end_time" text,
	"starts_at" timestamp with time zone GENERATED ALWAYS AS ((date + make_interval(hours => left(coalesce("time", '23:59'), 2)::int, mins => right(coalesce("time", '23:59'), 2)::int)) at time zone 'UTC') STORED,
	"ends_at" timestamp with time zone GENERATED ALWAYS AS ((coalesce(end_date, date) + make_interval(hours => left(coalesce(end_time, '24:00'), 2)::int, mins => right(coalesce(end_time, '24:00'), 2)::int)) at time zone 'UTC') STORED,
	"registration_opens_at" timestamp with time zone,
	"registration_closes_at" timestamp with time zone,
	"location" text NOT NULL,
	"location_en" text,
	"image_url" text,
	"category" text NOT NULL,
	"type" text DEFAULT 'in-person' NOT NULL,
	"max_participants" integer,
	"current_participants" integer DEFAULT 0 NOT NULL,
	"price" integer,
	"currency" text DEFAULT 'XOF' NOT NULL,
	"by_invitation" boolean DEFAULT false NOT NULL,
	"rules" text,
	"rules_en" text,
	"status" text DEFAULT 'upcoming' NOT NULL,
	"status_chosen_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"cancellation_reason" text,
	"cancellation_reason_en" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"asks_gamertag" boolean NOT NULL,
	"min_age" integer,
	"max_age" integer,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("description", '') || ' ' || coalesce("location", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "events_category" CHECK ("events"."category" in ('Tournoi', 'Formation', 'Conférence', 'Championnat')),
	CONSTRAINT "events_format" CHECK ("events"."format" in ('plain', 'markdown')),
	CONSTRAINT "events_type" CHECK ("events"."type" in ('online', 'in-person', 'hybrid')),
	CONSTRAINT "events_status" CHECK ("events"."status" in ('upcoming', 'ongoing', 'completed', 'cancelled')),
	CONSTRAINT "events_currency" CHECK ("events"."currency" in ('GNF', 'XOF')),
	CONSTRAINT "events_price" CHECK ("events"."price" >= 0),
	CONSTRAINT "events_time" CHECK ("events"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "events_end" CHECK ("events"."end_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "events"."ends_at" >= "events"."starts_at"),
	CONSTRAINT "events_places" CHECK ("events"."current_participants" >= 0 and ("events"."max_participants" is null or "events"."current_participants" <= "events"."max_participants")),
	CONSTRAINT "events_ages" CHECK ("events"."min_age" >= 0 and "events"."max_age" >= 0),
	CONSTRAINT "events_age_range" CHECK ("events"."min_age" <= "events"."max_age")
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"reason" text NOT NULL,
	"let_go_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "file_removals_stem_unique" UNIQUE("stem"),
	CONSTRAINT "file_removals_reason" CHECK ("file_removals"."reason" in ('arriving', 'deleted', 'replaced', 'erased'))
);
--> statement-breakpoint
ALTER TABLE "file_removals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_stores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"turn" bigint DEFAULT 0 NOT NULL,
	"state" text,
	"findings" jsonb,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "file_stores_name_unique" UNIQUE("name"),
	CONSTRAINT "file_stores_state" CHECK ("file_stores"."state" in ('ours', 'adopted', 'older', 'foreign', 'away'))
);
--> statement-breakpoint
ALTER TABLE "file_stores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key" text,
	"place" integer DEFAULT 0 NOT NULL,
	"icon" text DEFAULT 'FileText' NOT NULL,
	"color" text DEFAULT '#00734B' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "file_categories_name_unique" UNIQUE("name"),
	CONSTRAINT "file_categories_key_unique" UNIQUE("key"),
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
	"is_resource" boolean DEFAULT false NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"media_kit_place" integer,
	"sha256" text,
	"pages" integer,
	"cover_url" text,
	"prepared_at" timestamp with time zone,
	"prepare_tries" integer DEFAULT 0 NOT NULL,
	"prepare_tried_at" timestamp with time zone,
	"prepare_problem" text,
	"is_protected" boolean DEFAULT false NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("filename", '') || ' ' || coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("description", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "static_files_prepare_problem" CHECK ("static_files"."prepare_problem" in ('broken', 'memory', 'time', 'died'))
);
--> statement-breakpoint
ALTER TABLE "static_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"starts_on" date NOT NULL,
	"content" text NOT NULL,
	"content_en" text,
	"format" text DEFAULT 'markdown' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "legal_texts_document" CHECK ("legal_texts"."document" in ('privacy', 'terms')),
	CONSTRAINT "legal_texts_format" CHECK ("legal_texts"."format" in ('plain', 'markdown'))
);
--> statement-breakpoint
ALTER TABLE "legal_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"about_id" uuid,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("recipient", '') || ' ' || coalesce("subject", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "mail_outbox_key_unique" UNIQUE("key"),
	CONSTRAINT "mail_outbox_status" CHECK ("mail_outbox"."status" in ('queued', 'sent', 'kept', 'failed', 'withheld'))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"code" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "mail_refusals_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "mail_refusals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"birth_date" date,
	"guardian_name" text,
	"guardian_phone" text,
	"guardian_relation" text,
	"guardian_consent" text,
	"guardian_consent_at" timestamp with time zone,
	"address" text,
	"city" text,
	"member_type" text DEFAULT 'player' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"membership_start" date,
	"membership_end" date,
	"membership_type_id" uuid,
	"experience" text,
	"games" text,
	"motivation" text,
	"language" text DEFAULT 'fr' NOT NULL,
	"terms_since" date,
	"application_token" text,
	"browser" text,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"order_id" uuid,
	"lapsed_on" date,
	"reminders_off" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", ''))) STORED,
	"sort_name" text COLLATE "C" GENERATED ALWAYS AS (search_form(coalesce("last_name", '') || ' ' || coalesce("first_name", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "members_application_token_unique" UNIQUE("application_token"),
	CONSTRAINT "members_type" CHECK ("members"."member_type" in ('player', 'club', 'partner')),
	CONSTRAINT "members_status" CHECK ("members"."status" in ('pending', 'active', 'suspended', 'expired')),
	CONSTRAINT "members_guardian_relation" CHECK ("members"."guardian_relation" in ('mother', 'father', 'legal', 'other')),
	CONSTRAINT "members_guardian" CHECK (num_nulls("members"."guardian_name", "members"."guardian_phone", "members"."guardian_relation", "members"."guardian_consent", "members"."guardian_consent_at") in (0, 5)),
	CONSTRAINT "members_experience" CHECK ("members"."experience" in ('beginner', 'intermediate', 'advanced', 'professional')),
	CONSTRAINT "members_first_name" CHECK (char_length("members"."first_name") <= 100),
	CONSTRAINT "members_last_name" CHECK (char_length("members"."last_name") <= 100),
	CONSTRAINT "members_email_length" CHECK (char_length("members"."email") <= 254)
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
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
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
	"format" text DEFAULT 'plain' NOT NULL,
	"category" text NOT NULL,
	"image_url" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"public_from" timestamp with time zone,
	"public_until" timestamp with time zone,
	"dated_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(public_from, created_at)) STORED NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("excerpt", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "news_category" CHECK ("news"."category" in ('Communiqué', 'Compétition', 'Formation', 'Partenariat', 'International')),
	CONSTRAINT "news_format" CHECK ("news"."format" in ('plain', 'markdown')),
	CONSTRAINT "news_publication" CHECK ("news"."public_until" > "news"."public_from")
);
--> statement-breakpoint
ALTER TABLE "news" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"address_hash" text,
	"whatsapp" text,
	"status" text DEFAULT 'active' NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"consent_text" text NOT NULL,
	"consented_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"consent_channel" text NOT NULL,
	"return_sent_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("email", '') || ' ' || coalesce("whatsapp", ''))) STORED,
	"sort_email" text COLLATE "C" GENERATED ALWAYS AS (search_form(coalesce("email", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriptions_address_hash_unique" UNIQUE("address_hash"),
	CONSTRAINT "newsletter_status" CHECK ("newsletter_subscriptions"."status" in ('active', 'unsubscribed')),
	CONSTRAINT "newsletter_address" CHECK ("newsletter_subscriptions"."email" is not null or ("newsletter_subscriptions"."status" <> 'active' and "newsletter_subscriptions"."address_hash" is not null))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "health_causes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"level" text NOT NULL,
	"summary" text NOT NULL,
	"since" timestamp with time zone DEFAULT site_now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"ended_at" timestamp with time zone,
	"told" text,
	"told_on" date,
	CONSTRAINT "health_causes_cause_unique" UNIQUE("cause"),
	CONSTRAINT "health_causes_cause" CHECK ("health_causes"."cause" in ('database', 'storage', 'jobs', 'mail', 'ledger', 'backups', 'rates', 'disk', 'descriptors', 'memory', 'loop', 'connections', 'certificate', 'errors', 'limits', 'day')),
	CONSTRAINT "health_causes_level" CHECK ("health_causes"."level" in ('warning', 'error')),
	CONSTRAINT "health_causes_told" CHECK ("health_causes"."told" in ('warning', 'error')),
	CONSTRAINT "health_causes_seen" CHECK ("health_causes"."seen_at" >= "health_causes"."since")
);
--> statement-breakpoint
ALTER TABLE "health_causes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "policy_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"page" text NOT NULL,
	"reports" integer NOT NULL,
	"first_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "policy_reports_kind" UNIQUE("directive","blocked","page"),
	CONSTRAINT "policy_reports_directive" CHECK ("policy_reports"."directive" in ('default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src', 'media-src', 'object-src', 'frame-src', 'child-src', 'worker-src', 'manifest-src', 'base-uri', 'form-action', 'frame-ancestors', 'upgrade-insecure-requests')),
	CONSTRAINT "policy_reports_count" CHECK ("policy_reports"."reports" > 0),
	CONSTRAINT "policy_reports_length" CHECK (length("policy_reports"."blocked") <= 120
        and length("policy_reports"."page") <= 120)
);
--> statement-breakpoint
ALTER TABLE "policy_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"page_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "former_slugs_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "former_slugs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"section_key" text NOT NULL,
	"section_type" text DEFAULT 'text' NOT NULL,
	"title" text,
	"title_en" text,
	"content" text,
	"content_en" text,
	"format" text DEFAULT 'plain' NOT NULL,
	"image_url" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "page_sections_type" CHECK ("page_sections"."section_type" in ('hero', 'text', 'image', 'gallery', 'stats', 'features', 'testimonials', 'cta')),
	CONSTRAINT "page_sections_format" CHECK ("page_sections"."format" in ('plain', 'markdown'))
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
	"public_from" timestamp with time zone,
	"public_until" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("title", '') || ' ' || coalesce("title_en", '') || ' ' || coalesce("slug", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_status" CHECK ("pages"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "pages_slug" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "pages_publication" CHECK ("pages"."public_until" > "pages"."public_from")
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
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "partners_type" CHECK ("partners"."partnership_type" in ('sponsor', 'technical', 'media', 'institutional')),
	CONSTRAINT "partners_status" CHECK ("partners"."status" in ('active', 'inactive'))
);
--> statement-breakpoint
ALTER TABLE "partners" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announced_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"operator" text NOT NULL,
	"transaction_number" text NOT NULL,
	"status" text DEFAULT 'announced' NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "announced_transfers_operator" CHECK ("announced_transfers"."operator" in ('orange_money', 'mtn_momo')),
	CONSTRAINT "announced_transfers_status" CHECK ("announced_transfers"."status" in ('announced', 'confirmed', 'refused')),
	CONSTRAINT "announced_transfers_decision" CHECK (("announced_transfers"."status" = 'announced') = ("announced_transfers"."decided_by" is null)
        and ("announced_transfers"."status" = 'announced') = ("announced_transfers"."decided_at" is null)
        and ("announced_transfers"."status" = 'refused') = ("announced_transfers"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "announced_transfers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"subject_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"label_fr" text NOT NULL,
	"label_en" text NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"hold_expires_at" timestamp with time zone,
	"hold_cap_at" timestamp with time zone,
	"hold_before_transfer" timestamp with time zone,
	"by_hand" boolean DEFAULT false NOT NULL,
	"fulfilled_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"token" text NOT NULL,
	"share_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"language" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_email" text NOT NULL,
	"payer_phone" text,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label_fr", '') || ' ' || coalesce("payer_name", '') || ' ' || coalesce("payer_email", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "orders_token_unique" UNIQUE("token"),
	CONSTRAINT "orders_share_token_unique" UNIQUE("share_token"),
	CONSTRAINT "orders_mode" CHECK ("orders"."mode" in ('live', 'test')),
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('membership', 'registration')),
	CONSTRAINT "orders_currency" CHECK ("orders"."price_currency" in ('GNF', 'XOF')),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('held', 'confirmed', 'expired', 'cancelled', 'paid_unfulfilled', 'refunded')),
	CONSTRAINT "orders_price" CHECK ("orders"."price_amount" > 0),
	CONSTRAINT "orders_token" CHECK (length("orders"."token") >= 22),
	CONSTRAINT "orders_hold" CHECK (("orders"."hold_expires_at" is null) = ("orders"."hold_cap_at" is null)
        and "orders"."hold_expires_at" <= "orders"."hold_cap_at")
);
--> statement-breakpoint
ALTER TABLE "orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"source" text NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "payment_events_once" UNIQUE("provider","event_key"),
	CONSTRAINT "payment_events_source" CHECK ("payment_events"."source" in ('notice', 'journal'))
);
--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"request_key" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"provider" text NOT NULL,
	"merchant_ref" text NOT NULL,
	"provider_ids" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text NOT NULL,
	"charge_amount" integer NOT NULL,
	"charge_currency" text NOT NULL,
	"fx_rate" numeric DEFAULT '1' NOT NULL,
	"fx_source" text,
	"fx_at" timestamp with time zone,
	"late" boolean DEFAULT false NOT NULL,
	"payer_number" text,
	"payer_account" text,
	"redirect_url" text,
	"capture_after" timestamp with time zone,
	"declines" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp with time zone,
	"provider_expires_at" timestamp with time zone NOT NULL,
	"polls" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"next_poll_at" timestamp with time zone,
	"notices" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "payments_merchant_ref_unique" UNIQUE("merchant_ref"),
	CONSTRAINT "payments_request" UNIQUE("order_id","request_key"),
	CONSTRAINT "payments_mode" CHECK ("payments"."mode" in ('live', 'test')),
	CONSTRAINT "payments_currency" CHECK ("payments"."price_currency" in ('GNF', 'XOF')),
	CONSTRAINT "payments_charge_currency" CHECK ("payments"."charge_currency" in ('GNF', 'XOF', 'EUR')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'initiating', 'unknown', 'pending', 'processing', 'failed', 'cancelled', 'expired', 'succeeded', 'review', 'partially_refunded', 'refunded', 'disputed')),
	CONSTRAINT "payments_amount" CHECK ("payments"."price_amount" > 0 and "payments"."charge_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "provider_keys_provider_unique" UNIQUE("provider")
);
--> statement-breakpoint
ALTER TABLE "provider_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refund_payees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"number" text,
	"reason" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid,
	"approve_from" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "refund_payees_reason" CHECK ("refund_payees"."reason" <> '')
);
--> statement-breakpoint
ALTER TABLE "refund_payees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"provider_txn_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"price_amount" integer NOT NULL,
	"received" integer,
	"fee" integer,
	"means" text,
	"received_on" date,
	"booked_by" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("provider","provider_txn_id","kind"),
	CONSTRAINT "ledger_entries_mode" CHECK ("ledger_entries"."mode" in ('live', 'test')),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('charge', 'refund', 'chargeback', 'correction')),
	CONSTRAINT "ledger_entries_means" CHECK ("ledger_entries"."means" in ('cash', 'orange_money', 'mtn_momo', 'bank', 'cheque')),
	CONSTRAINT "ledger_entries_amount" CHECK (case when "ledger_entries"."kind" = 'charge' then "ledger_entries"."amount" > 0 and "ledger_entries"."price_amount" >= 0
        else "ledger_entries"."amount" < 0 and "ledger_entries"."price_amount" <= 0 end),
	CONSTRAINT "ledger_entries_booked" CHECK (("ledger_entries"."means" is null) = ("ledger_entries"."received_on" is null)),
	CONSTRAINT "ledger_entries_correction" CHECK (("ledger_entries"."kind" = 'correction') = ("ledger_entries"."note" is not null)
        and ("ledger_entries"."note" is null or "ledger_entries"."booked_by" is not null)),
	CONSTRAINT "ledger_entries_fee" CHECK ("ledger_entries"."kind" = 'charge' or ("ledger_entries"."fee" is null and "ledger_entries"."received" is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"provider_ref" text,
	"operator_reference" text,
	"requested_by" uuid,
	"approved_by" uuid,
	"approve_from" timestamp with time zone,
	"recorded_by" uuid,
	"decision" text,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "refunds_mode" CHECK ("refunds"."mode" in ('live', 'test')),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('requested', 'approved', 'sending', 'pending', 'unknown', 'done', 'failed', 'withdrawn')),
	CONSTRAINT "refunds_source" CHECK ("refunds"."source" in ('system', 'staff', 'external')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('surplus', 'no_place', 'mismatch', 'cancelled', 'incomplete', 'staff')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_request" CHECK ("refunds"."source" <> 'staff' or "refunds"."requested_by" is not null),
	CONSTRAINT "refunds_approval" CHECK ("refunds"."approved_by" is not null or "refunds"."source" = 'external'
        or "refunds"."status" in ('requested', 'withdrawn')),
	CONSTRAINT "refunds_record" CHECK (("refunds"."recorded_by" is null) = ("refunds"."operator_reference" is null)
        and ("refunds"."recorded_by" is null or "refunds"."status" = 'done')
        and ("refunds"."decision" is null or "refunds"."recorded_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "refunds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"merchant_ref" text NOT NULL,
	"label" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"return_url" text NOT NULL,
	"notice_url" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refunds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"silent" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "simulated_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "simulated_payments_merchant_ref_unique" UNIQUE("merchant_ref"),
	CONSTRAINT "simulated_payments_status" CHECK ("simulated_payments"."status" in ('pending', 'agreed', 'declined', 'approved', 'refused', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "simulated_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "till_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"till_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"counted" integer,
	"ledger_id" uuid,
	"handover_id" uuid,
	"note" text,
	"booked_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "till_entries_ledger" UNIQUE("ledger_id"),
	CONSTRAINT "till_entries_handover" UNIQUE("handover_id","kind"),
	CONSTRAINT "till_entries_kind" CHECK ("till_entries"."kind" in ('float', 'payment', 'refund', 'correction', 'count', 'handover', 'receipt', 'return')),
	CONSTRAINT "till_entries_currency" CHECK ("till_entries"."currency" in ('GNF', 'XOF')),
	CONSTRAINT "till_entries_sign" CHECK (case when "till_entries"."kind" in ('refund', 'correction', 'handover') then "till_entries"."amount" < 0
        when "till_entries"."kind" = 'count' then true else "till_entries"."amount" >= 0 end),
	CONSTRAINT "till_entries_counted" CHECK (("till_entries"."kind" in ('float', 'count')) = ("till_entries"."counted" is not null)
        and "till_entries"."counted" >= 0),
	CONSTRAINT "till_entries_difference" CHECK (("till_entries"."kind" = 'count' and "till_entries"."amount" <> 0) = ("till_entries"."note" is not null)),
	CONSTRAINT "till_entries_source" CHECK (("till_entries"."kind" in ('payment', 'refund', 'correction')) = ("till_entries"."ledger_id" is not null)
        and ("till_entries"."kind" in ('handover', 'receipt', 'return')) = ("till_entries"."handover_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "till_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "till_handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"till_id" uuid NOT NULL,
	"sent_by" uuid NOT NULL,
	"receiver" uuid,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"status" text DEFAULT 'in_transit' NOT NULL,
	"slip" text,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "till_handovers_currency" CHECK ("till_handovers"."currency" in ('GNF', 'XOF')),
	CONSTRAINT "till_handovers_status" CHECK ("till_handovers"."status" in ('in_transit', 'received', 'returned')),
	CONSTRAINT "till_handovers_amount" CHECK ("till_handovers"."amount" > 0),
	CONSTRAINT "till_handovers_receiver" CHECK ("till_handovers"."receiver" is distinct from "till_handovers"."sent_by"),
	CONSTRAINT "till_handovers_decision" CHECK (("till_handovers"."status" = 'in_transit') = ("till_handovers"."decided_by" is null)
        and ("till_handovers"."status" = 'in_transit') = ("till_handovers"."decided_at" is null)
        and ("till_handovers"."status" = 'returned') = ("till_handovers"."reason" is not null)
        and ("till_handovers"."status" = 'received' and "till_handovers"."receiver" is null) = ("till_handovers"."slip" is not null))
);
--> statement-breakpoint
ALTER TABLE "till_handovers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" uuid NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" uuid,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "tills_closing" CHECK (("tills"."closed_at" is null) = ("tills"."closed_by" is null))
);
--> statement-breakpoint
ALTER TABLE "tills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"person_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "data_links_address_hash_unique" UNIQUE("address_hash")
);
--> statement-breakpoint
ALTER TABLE "data_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"record_id" uuid NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"reason" text,
	"decided_at" timestamp with time zone,
	"record_ids" uuid[] DEFAULT '{}' NOT NULL,
	"address_hash" text,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "erasures_source" CHECK ("erasures"."source" in ('person', 'staff')),
	CONSTRAINT "erasures_status" CHECK ("erasures"."status" in ('requested', 'refused', 'done'))
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"staff_email" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"batch" uuid,
	"undoes" uuid,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("staff_name", '') || ' ' || coalesce("staff_email", '') || ' ' || coalesce("action", ''))) STORED,
	CONSTRAINT "audit_log_undoes_unique" UNIQUE("undoes")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_values" (
	"id" uuid PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label", ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "audit_values" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bin" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"deleted_by" uuid NOT NULL,
	"deleted_by_name" text NOT NULL,
	"batch" uuid NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"rows" jsonb NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label", ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "bin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"record" text NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"sequence" bigint NOT NULL,
	"values" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "drafts_of" UNIQUE("account_id","entity","record"),
	CONSTRAINT "drafts_entity" CHECK ("drafts"."entity" in ('news', 'events', 'pages', 'page_sections')),
	CONSTRAINT "drafts_size" CHECK (octet_length("drafts"."values"::text) <= 2097152)
);
--> statement-breakpoint
ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_tally" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"removed" integer NOT NULL,
	"removed_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "retention_tally_rule_unique" UNIQUE("rule"),
	CONSTRAINT "retention_tally_rule" CHECK ("retention_tally"."rule" in ('applications', 'members', 'registrations', 'money', 'unsubscribed', 'messages', 'mails', 'partners', 'log', 'versions', 'bin', 'drafts', 'reports', 'technical')),
	CONSTRAINT "retention_tally_removed" CHECK ("retention_tally"."removed" > 0)
);
--> statement-breakpoint
ALTER TABLE "retention_tally" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"parent_id" uuid,
	"label" text NOT NULL,
	"basis" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"outdated" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label", ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "translations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"written_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"staff_id" uuid,
	"values" jsonb NOT NULL,
	"restored_from" integer
);
--> statement-breakpoint
ALTER TABLE "versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"gamertag" text,
	"platform" text,
	"guardian_name" text,
	"guardian_phone" text,
	"guardian_relation" text,
	"guardian_consent" text,
	"guardian_consent_at" timestamp with time zone,
	"package_id" uuid,
	"price_id" text NOT NULL,
	"price_name" text NOT NULL,
	"price_name_en" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"language" text NOT NULL,
	"terms_since" date,
	"status" text NOT NULL,
	"arrival" integer GENERATED ALWAYS AS IDENTITY (sequence name "event_registrations_arrival_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"offer_expires_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"order_id" uuid,
	"cancelled_by" uuid,
	"cancelled_from" text,
	"checked_in_at" timestamp with time zone,
	"proof_needed" boolean DEFAULT false NOT NULL,
	"proof_due_at" timestamp with time zone,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"network" text,
	"wider_network" text,
	"browser" text,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("reference", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("gamertag", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "event_registrations_reference_unique" UNIQUE("reference"),
	CONSTRAINT "event_registrations_ticket_token_unique" UNIQUE("ticket_token"),
	CONSTRAINT "event_registrations_currency" CHECK ("event_registrations"."currency" in ('GNF', 'XOF')),
	CONSTRAINT "event_registrations_status" CHECK ("event_registrations"."status" in ('held', 'confirmed', 'expired', 'cancelled', 'waiting', 'offered', 'unproven')),
	CONSTRAINT "event_registrations_platform" CHECK ("event_registrations"."platform" in ('pc', 'ps5', 'xbox', 'mobile')),
	CONSTRAINT "event_registrations_player" CHECK (("event_registrations"."gamertag" is null) = ("event_registrations"."platform" is null)),
	CONSTRAINT "event_registrations_guardian_relation" CHECK ("event_registrations"."guardian_relation" in ('mother', 'father', 'legal', 'other')),
	CONSTRAINT "event_registrations_guardian" CHECK (num_nulls("event_registrations"."guardian_name", "event_registrations"."guardian_phone", "event_registrations"."guardian_relation", "event_registrations"."guardian_consent", "event_registrations"."guardian_consent_at") in (0, 5)),
	CONSTRAINT "event_registrations_amount" CHECK ("event_registrations"."amount" >= 0),
	CONSTRAINT "event_registrations_cancelled_from" CHECK ("event_registrations"."cancelled_from" is null or "event_registrations"."status" = 'cancelled'),
	CONSTRAINT "event_registrations_offer" CHECK (("event_registrations"."status" = 'offered') = ("event_registrations"."offer_expires_at" is not null)),
	CONSTRAINT "event_registrations_proof" CHECK (case when "event_registrations"."proof_needed"
        then "event_registrations"."status" not in ('confirmed', 'held', 'offered')
        else "event_registrations"."status" <> 'unproven' and "event_registrations"."proof_due_at" is null end)
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "registration_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"code_hash" text,
	"key_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registration_proofs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"setting_key" text NOT NULL,
	"setting_value" jsonb NOT NULL,
	"setting_type" text DEFAULT 'general' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "site_settings_setting_key_unique" UNIQUE("setting_key")
);
--> statement-breakpoint
ALTER TABLE "site_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "preview_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "preview_links_kind" CHECK ("preview_links"."kind" in ('news', 'events', 'pages'))
);
--> statement-breakpoint
ALTER TABLE "preview_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_url" text NOT NULL,
	"sha256" text,
	"pages" text[] DEFAULT '{}' NOT NULL,
	"read_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "document_texts_file_url_unique" UNIQUE("file_url")
);
--> statement-breakpoint
ALTER TABLE "document_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "search_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"language" text NOT NULL,
	"page" integer NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"happens_at" timestamp with time zone NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_entries_place" UNIQUE("record_id","language","page"),
	CONSTRAINT "search_entries_kind" CHECK ("search_entries"."kind" in ('news', 'event', 'page', 'resource')),
	CONSTRAINT "search_entries_language" CHECK ("search_entries"."language" in ('fr', 'en', 'any'))
);
--> statement-breakpoint
ALTER TABLE "search_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	CONSTRAINT "search_words_word_unique" UNIQUE("word")
);
--> statement-breakpoint
ALTER TABLE "search_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "search_words_due" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_words_due" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_passkeys" ADD CONSTRAINT "auth_passkeys_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_admission_asked_by_profiles_id_fk" FOREIGN KEY ("admission_asked_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_returns_approved_by_profiles_id_fk" FOREIGN KEY ("returns_approved_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door" ADD CONSTRAINT "event_door_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door" ADD CONSTRAINT "event_door_account_id_profiles_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_door" ADD CONSTRAINT "event_door_added_by_profiles_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_packages" ADD CONSTRAINT "event_packages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "static_files" ADD CONSTRAINT "static_files_category_id_file_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."file_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_membership_type_id_membership_types_id_fk" FOREIGN KEY ("membership_type_id") REFERENCES "public"."membership_types"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_sections" ADD CONSTRAINT "page_sections_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announced_transfers" ADD CONSTRAINT "announced_transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announced_transfers" ADD CONSTRAINT "announced_transfers_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_payees" ADD CONSTRAINT "refund_payees_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_payees" ADD CONSTRAINT "refund_payees_requested_by_profiles_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_payees" ADD CONSTRAINT "refund_payees_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_booked_by_profiles_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_ledger_entries_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_profiles_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_recorded_by_profiles_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_entries" ADD CONSTRAINT "till_entries_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_entries" ADD CONSTRAINT "till_entries_ledger_id_ledger_entries_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_entries" ADD CONSTRAINT "till_entries_handover_id_till_handovers_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."till_handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_entries" ADD CONSTRAINT "till_entries_booked_by_profiles_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_handovers" ADD CONSTRAINT "till_handovers_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_handovers" ADD CONSTRAINT "till_handovers_sent_by_profiles_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_handovers" ADD CONSTRAINT "till_handovers_receiver_profiles_id_fk" FOREIGN KEY ("receiver") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_handovers" ADD CONSTRAINT "till_handovers_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_owner_profiles_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_closed_by_profiles_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_profiles_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_cancelled_by_profiles_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_package" FOREIGN KEY ("package_id","event_id") REFERENCES "public"."event_packages"("id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_proofs" ADD CONSTRAINT "registration_proofs_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leadership_in_order" ON "leadership_team" USING btree ("order","id");--> statement-breakpoint
CREATE INDEX "leadership_team_search" ON "leadership_team" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "auth_accounts_account" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_account" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_expiry" ON "auth_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "auth_verifications_expiry" ON "auth_verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_passkeys_account" ON "auth_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_one_runs" ON "backup_runs" USING btree ("status") WHERE status in ('running', 'asked');--> statement-breakpoint
CREATE INDEX "backup_runs_newest" ON "backup_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "highlights_in_order" ON "highlights" USING btree ("kind","order","id");--> statement-breakpoint
CREATE INDEX "highlights_by_place" ON "highlights" USING btree ("place","id");--> statement-breakpoint
CREATE INDEX "highlights_search" ON "highlights" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_unread" ON "contact_messages" USING btree ("created_at") WHERE status = 'unread';--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_changes_returns" ON "event_changes" USING btree ("event_id") WHERE returns in ('waiting', 'approved');--> statement-breakpoint
CREATE INDEX "event_changes_open" ON "event_changes" USING btree ("created_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "event_changes_of_event" ON "event_changes" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_door_of_event" ON "event_door" USING btree ("event_id","account_id");--> statement-breakpoint
CREATE INDEX "event_door_of_account" ON "event_door" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "event_packages_by_end" ON "event_packages" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
CREATE INDEX "events_by_end" ON "events" USING btree ("ends_at") WHERE status in ('upcoming', 'ongoing');--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "file_removals_due" ON "file_removals" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "static_files_newest" ON "static_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "static_files_in_category" ON "static_files" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "static_files_resources" ON "static_files" USING btree ("created_at","id") WHERE is_resource;--> statement-breakpoint
CREATE INDEX "static_files_unprepared" ON "static_files" USING btree ("created_at") WHERE prepared_at is null;--> statement-breakpoint
CREATE INDEX "static_files_address" ON "static_files" USING btree ("file_url");--> statement-breakpoint
CREATE INDEX "static_files_search" ON "static_files" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "legal_texts_one_a_day" ON "legal_texts" USING btree ("document","starts_on") WHERE published;--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mail_outbox_about" ON "mail_outbox" USING btree ("about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_search" ON "mail_outbox" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mail_outbox_by_status" ON "mail_outbox" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_outbox_newest" ON "mail_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_one_pending" ON "members" USING btree (lower(email),"membership_type_id",search_form(first_name),coalesce(birth_date, '-infinity')) WHERE status = 'pending' and not is_duplicate;--> statement-breakpoint
CREATE INDEX "members_email" ON "members" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "members_newest" ON "members" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "members_tests" ON "members" USING btree ("created_at") WHERE is_test;--> statement-breakpoint
CREATE INDEX "members_by_type" ON "members" USING btree ("member_type","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_status" ON "members" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_both" ON "members" USING btree ("member_type","status","created_at","id");--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree ("sort_name","id","member_type","status","search_text");--> statement-breakpoint
CREATE INDEX "members_active_until" ON "members" USING btree ("membership_end","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "members_ended_on" ON "members" USING btree ("membership_end","id") WHERE status = 'expired';--> statement-breakpoint
CREATE INDEX "members_search" ON "members" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_shelves" ON "members" USING gin (shelf_keys(left("sort_name", 1), "search_text"));--> statement-breakpoint
CREATE INDEX "membership_types_newest" ON "membership_types" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "membership_types_search" ON "membership_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("dated_at","id");--> statement-breakpoint
CREATE INDEX "news_published_newest" ON "news" USING btree ("dated_at","id") WHERE published;--> statement-breakpoint
CREATE INDEX "news_tags" ON "news" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_public_from" ON "news" USING btree ("public_from");--> statement-breakpoint
CREATE INDEX "news_public_until" ON "news" USING btree ("public_until");--> statement-breakpoint
CREATE INDEX "newsletter_by_email" ON "newsletter_subscriptions" USING btree ("sort_email","id");--> statement-breakpoint
CREATE INDEX "newsletter_newest" ON "newsletter_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_search" ON "newsletter_subscriptions" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "policy_reports_latest" ON "policy_reports" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "former_slugs_of_page" ON "former_slugs" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "page_sections_in_order" ON "page_sections" USING btree ("page_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "pages_newest" ON "pages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pages_search" ON "pages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pages_public_from" ON "pages" USING btree ("public_from");--> statement-breakpoint
CREATE INDEX "pages_public_until" ON "pages" USING btree ("public_until");--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partners_search" ON "partners" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "announced_transfers_once" ON "announced_transfers" USING btree ("transaction_number") WHERE status <> 'refused';--> statement-breakpoint
CREATE INDEX "announced_transfers_of_order" ON "announced_transfers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "announced_transfers_open" ON "announced_transfers" USING btree ("created_at") WHERE status = 'announced';--> statement-breakpoint
CREATE INDEX "announced_transfers_newest" ON "announced_transfers" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_held" ON "orders" USING btree ("kind","subject_id","mode") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "orders_of_subject" ON "orders" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("hold_expires_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "orders_test" ON "orders" USING btree ("subject_id") WHERE mode = 'test';--> statement-breakpoint
CREATE INDEX "orders_reference" ON "orders" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "orders_by_hand" ON "orders" USING btree ("created_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_payer" ON "orders" USING btree (lower(payer_email),"created_at");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_events_of_order" ON "payment_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_events_newest" ON "payment_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE status in ('created', 'initiating', 'pending', 'processing');--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_provider_ids" ON "payments" USING gin ("provider_ids");--> statement-breakpoint
CREATE INDEX "payments_review" ON "payments" USING btree ("order_id") WHERE status = 'review';--> statement-breakpoint
CREATE INDEX "refund_payees_of_refund" ON "refund_payees" USING btree ("refund_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_payees_newest" ON "refund_payees" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_newest" ON "ledger_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_sums" ON "ledger_entries" USING btree ("mode","kind","currency","amount");--> statement-breakpoint
CREATE INDEX "refunds_of_charge" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("order_id") WHERE status not in ('done', 'failed', 'withdrawn');--> statement-breakpoint
CREATE INDEX "simulated_payments_newest" ON "simulated_payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "till_entries_of_till" ON "till_entries" USING btree ("till_id","created_at","id");--> statement-breakpoint
CREATE INDEX "till_entries_newest" ON "till_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "till_handovers_slip" ON "till_handovers" USING btree ("slip");--> statement-breakpoint
CREATE INDEX "till_handovers_of_till" ON "till_handovers" USING btree ("till_id");--> statement-breakpoint
CREATE INDEX "till_handovers_open" ON "till_handovers" USING btree ("receiver") WHERE status = 'in_transit';--> statement-breakpoint
CREATE INDEX "till_handovers_newest" ON "till_handovers" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_one_open" ON "tills" USING btree ("owner") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "tills_newest" ON "tills" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "erasures_newest" ON "erasures" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "erasures_of_record" ON "erasures" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_batch" ON "audit_log" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_values_oldest" ON "audit_values" USING btree ("written_at","id");--> statement-breakpoint
CREATE INDEX "audit_values_search" ON "audit_values" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bin_newest" ON "bin" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "bin_batch" ON "bin" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "bin_search" ON "bin" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "drafts_record" ON "drafts" USING btree ("entity","record");--> statement-breakpoint
CREATE INDEX "drafts_oldest" ON "drafts" USING btree ("saved_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_of_record" ON "translations" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "translations_parent" ON "translations" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "translations_due" ON "translations" USING btree ("changed_at","id") WHERE missing > 0 or outdated > 0;--> statement-breakpoint
CREATE INDEX "translations_search" ON "translations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "versions_in_order" ON "versions" USING btree ("entity","entity_id","number");--> statement-breakpoint
CREATE INDEX "versions_oldest" ON "versions" USING btree ("written_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_one_live" ON "event_registrations" USING btree ("event_id",lower(email),search_form(first_name),"birth_date") WHERE status in ('held', 'confirmed', 'offered', 'unproven', 'waiting') and not is_duplicate;--> statement-breakpoint
CREATE INDEX "event_registrations_person" ON "event_registrations" USING btree ("event_id",lower(email));--> statement-breakpoint
CREATE INDEX "event_registrations_network" ON "event_registrations" USING btree ("event_id","wider_network","network") WHERE wider_network is not null;--> statement-breakpoint
CREATE INDEX "event_registrations_unproven" ON "event_registrations" USING btree ("proof_due_at") WHERE proof_needed;--> statement-breakpoint
CREATE INDEX "event_registrations_line" ON "event_registrations" USING btree ("event_id","status","arrival");--> statement-breakpoint
CREATE INDEX "event_registrations_offers" ON "event_registrations" USING btree ("offer_expires_at") WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX "event_registrations_of_package" ON "event_registrations" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "event_registrations_newest" ON "event_registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_tests" ON "event_registrations" USING btree ("created_at") WHERE is_test;--> statement-breakpoint
CREATE INDEX "event_registrations_of_event" ON "event_registrations" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_by_status" ON "event_registrations" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_returning" ON "event_registrations" USING btree ("event_id") WHERE cancelled_from is not null;--> statement-breakpoint
CREATE INDEX "event_registrations_present" ON "event_registrations" USING btree ("event_id") WHERE checked_in_at is not null;--> statement-breakpoint
CREATE INDEX "event_registrations_search" ON "event_registrations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registration_proofs_newest" ON "registration_proofs" USING btree ("registration_id","created_at");--> statement-breakpoint
CREATE INDEX "preview_links_of_record" ON "preview_links" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "preview_links_ending" ON "preview_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "search_entries_french" ON "search_entries" USING gin ("words") WITH (fastupdate=false) WHERE language = 'fr';--> statement-breakpoint
CREATE INDEX "search_entries_english" ON "search_entries" USING gin ("words") WITH (fastupdate=false) WHERE language = 'en';--> statement-breakpoint
CREATE INDEX "search_entries_pages" ON "search_entries" USING gin ("words") WITH (fastupdate=false) WHERE language = 'any';--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE POLICY "leadership_team_staff" ON "leadership_team" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "leadership_team_staff_reads" ON "leadership_team" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "leadership_team_system" ON "leadership_team" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "leadership_team_visitor_reads" ON "leadership_team" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "auth_accounts_system" ON "auth_accounts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_rate_limits_system" ON "auth_rate_limits" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_sessions_system" ON "auth_sessions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_sessions_staff_reads" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING ((select is_admin()) or user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "auth_sessions_staff_ends" ON "auth_sessions" AS PERMISSIVE FOR DELETE TO "site_office", "site_staff" USING (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "auth_two_factors_system" ON "auth_two_factors" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_verifications_system" ON "auth_verifications" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_verifications_staff_inserts" ON "auth_verifications" AS PERMISSIVE FOR INSERT TO "site_staff" WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "auth_passkeys_system" ON "auth_passkeys" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "backup_runs_staff" ON "backup_runs" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "backup_runs_staff_reads" ON "backup_runs" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "backup_runs_system" ON "backup_runs" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "highlights_staff" ON "highlights" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "highlights_staff_reads" ON "highlights" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "highlights_system" ON "highlights" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "highlights_visitor_reads" ON "highlights" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "contact_messages_staff" ON "contact_messages" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "contact_messages_staff_reads" ON "contact_messages" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "contact_messages_system" ON "contact_messages" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_messages_visitor_inserts" ON "contact_messages" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'unread');--> statement-breakpoint
CREATE POLICY "profiles_staff" ON "profiles" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "profiles_staff_reads" ON "profiles" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "profiles_system" ON "profiles" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_changes_staff" ON "event_changes" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "event_changes_staff_reads" ON "event_changes" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "event_changes_system" ON "event_changes" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_changes_office_updates" ON "event_changes" AS RESTRICTIVE FOR UPDATE TO "site_office" USING (true) WITH CHECK (returns_from is null);--> statement-breakpoint
CREATE POLICY "event_door_staff" ON "event_door" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "event_door_staff_reads" ON "event_door" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "event_door_system" ON "event_door" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_packages_staff" ON "event_packages" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "event_packages_staff_reads" ON "event_packages" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "event_packages_system" ON "event_packages" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_packages_visitor_reads" ON "event_packages" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (withdrawn_at is null);--> statement-breakpoint
CREATE POLICY "events_staff" ON "events" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "events_staff_reads" ON "events" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "events_system" ON "events" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "events_visitor_reads" ON "events" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "file_removals_staff" ON "file_removals" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "file_removals_staff_reads" ON "file_removals" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "file_removals_system" ON "file_removals" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "file_stores_staff" ON "file_stores" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "file_stores_staff_reads" ON "file_stores" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "file_stores_system" ON "file_stores" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "file_categories_staff" ON "file_categories" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "file_categories_staff_reads" ON "file_categories" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "file_categories_system" ON "file_categories" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "file_categories_visitor_reads" ON "file_categories" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "static_files_staff" ON "static_files" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "static_files_staff_reads" ON "static_files" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "static_files_system" ON "static_files" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "static_files_visitor_reads" ON "static_files" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_public);--> statement-breakpoint
CREATE POLICY "legal_texts_staff" ON "legal_texts" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "legal_texts_staff_reads" ON "legal_texts" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "legal_texts_system" ON "legal_texts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "legal_texts_visitor_reads" ON "legal_texts" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (published);--> statement-breakpoint
CREATE POLICY "mail_outbox_staff" ON "mail_outbox" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "mail_outbox_staff_reads" ON "mail_outbox" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "mail_outbox_system" ON "mail_outbox" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "mail_outbox_visitor_inserts" ON "mail_outbox" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'queued' and attempts = 0);--> statement-breakpoint
CREATE POLICY "mail_refusals_staff" ON "mail_refusals" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "mail_refusals_staff_reads" ON "mail_refusals" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "mail_refusals_system" ON "mail_refusals" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "members_staff" ON "members" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "members_staff_reads" ON "members" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "members_system" ON "members" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "members_visitor_inserts" ON "members" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'pending');--> statement-breakpoint
CREATE POLICY "members_office_deletes" ON "members" AS RESTRICTIVE FOR DELETE TO "site_office" USING (is_test);--> statement-breakpoint
CREATE POLICY "membership_types_staff" ON "membership_types" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "membership_types_staff_reads" ON "membership_types" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "membership_types_system" ON "membership_types" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_types_visitor_reads" ON "membership_types" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active);--> statement-breakpoint
CREATE POLICY "news_staff" ON "news" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "news_staff_reads" ON "news" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "news_system" ON "news" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "news_visitor_reads" ON "news" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (shown_now(published, public_from, public_until));--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_staff" ON "newsletter_subscriptions" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_staff_reads" ON "newsletter_subscriptions" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_system" ON "newsletter_subscriptions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_visitor_inserts" ON "newsletter_subscriptions" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'active');--> statement-breakpoint
CREATE POLICY "health_causes_staff" ON "health_causes" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "health_causes_staff_reads" ON "health_causes" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "health_causes_system" ON "health_causes" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "policy_reports_staff" ON "policy_reports" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "policy_reports_staff_reads" ON "policy_reports" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "policy_reports_system" ON "policy_reports" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "former_slugs_staff" ON "former_slugs" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "former_slugs_staff_reads" ON "former_slugs" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "former_slugs_system" ON "former_slugs" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "former_slugs_visitor_reads" ON "former_slugs" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (exists (select 1 from pages where pages.id = page_id));--> statement-breakpoint
CREATE POLICY "page_sections_staff" ON "page_sections" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "page_sections_staff_reads" ON "page_sections" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "page_sections_system" ON "page_sections" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "page_sections_visitor_reads" ON "page_sections" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_active and exists (select 1 from pages where pages.id = page_id));--> statement-breakpoint
CREATE POLICY "pages_staff" ON "pages" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "pages_staff_reads" ON "pages" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "pages_system" ON "pages" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pages_visitor_reads" ON "pages" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (shown_now(status = 'published', public_from, public_until));--> statement-breakpoint
CREATE POLICY "partners_staff" ON "partners" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "partners_staff_reads" ON "partners" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "partners_system" ON "partners" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "partners_visitor_reads" ON "partners" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (status = 'active');--> statement-breakpoint
CREATE POLICY "announced_transfers_staff" ON "announced_transfers" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "announced_transfers_staff_reads" ON "announced_transfers" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "announced_transfers_system" ON "announced_transfers" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "orders_staff" ON "orders" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "orders_staff_reads" ON "orders" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "orders_system" ON "orders" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_events_staff" ON "payment_events" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "payment_events_staff_reads" ON "payment_events" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "payment_events_system" ON "payment_events" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_staff" ON "payments" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "payments_staff_reads" ON "payments" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "payments_system" ON "payments" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "provider_keys_system" ON "provider_keys" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "refund_payees_staff" ON "refund_payees" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "refund_payees_staff_reads" ON "refund_payees" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "refund_payees_system" ON "refund_payees" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_staff" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "ledger_entries_staff_reads" ON "ledger_entries" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_system" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "refunds_staff" ON "refunds" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "refunds_staff_reads" ON "refunds" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "refunds_system" ON "refunds" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "refunds_office_inserts" ON "refunds" AS RESTRICTIVE FOR INSERT TO "site_office" WITH CHECK (pg_has_role('site_office_treasurer', 'USAGE') or status in ('requested', 'withdrawn'));--> statement-breakpoint
CREATE POLICY "refunds_office_updates" ON "refunds" AS RESTRICTIVE FOR UPDATE TO "site_office" USING (true) WITH CHECK (pg_has_role('site_office_treasurer', 'USAGE') or status in ('requested', 'withdrawn'));--> statement-breakpoint
CREATE POLICY "simulated_payments_staff" ON "simulated_payments" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "simulated_payments_staff_reads" ON "simulated_payments" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "simulated_payments_system" ON "simulated_payments" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "till_entries_staff" ON "till_entries" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "till_entries_staff_reads" ON "till_entries" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "till_entries_system" ON "till_entries" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "till_handovers_staff" ON "till_handovers" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "till_handovers_staff_reads" ON "till_handovers" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "till_handovers_system" ON "till_handovers" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tills_staff" ON "tills" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "tills_staff_reads" ON "tills" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "tills_system" ON "tills" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "data_links_system" ON "data_links" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "erasures_staff" ON "erasures" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "erasures_staff_reads" ON "erasures" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "erasures_system" ON "erasures" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_log_staff" ON "audit_log" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "audit_log_staff_reads" ON "audit_log" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "audit_log_system" ON "audit_log" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_values_staff" ON "audit_values" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "audit_values_staff_reads" ON "audit_values" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "audit_values_system" ON "audit_values" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bin_staff" ON "bin" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "bin_staff_reads" ON "bin" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "bin_system" ON "bin" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "drafts_staff" ON "drafts" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff()) and account_id::text = (select current_setting('app.user_id', true))) WITH CHECK ((select is_staff()) and account_id::text = (select current_setting('app.user_id', true)));--> statement-breakpoint
CREATE POLICY "drafts_system" ON "drafts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "retention_tally_staff" ON "retention_tally" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "retention_tally_staff_reads" ON "retention_tally" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "retention_tally_system" ON "retention_tally" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "translations_staff" ON "translations" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "translations_staff_reads" ON "translations" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "translations_system" ON "translations" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "versions_staff" ON "versions" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "versions_staff_reads" ON "versions" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "versions_system" ON "versions" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_registrations_staff" ON "event_registrations" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "event_registrations_staff_reads" ON "event_registrations" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "event_registrations_system" ON "event_registrations" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "event_registrations_office_deletes" ON "event_registrations" AS RESTRICTIVE FOR DELETE TO "site_office" USING (is_test);--> statement-breakpoint
CREATE POLICY "event_registrations_own_door" ON "event_registrations" AS RESTRICTIVE FOR ALL TO "site_office_door" USING ((select pg_has_role('site_office_events', 'USAGE') or pg_has_role('site_office_treasurer', 'USAGE'))
        or event_id = any((select own_doors())::uuid[]));--> statement-breakpoint
CREATE POLICY "registration_proofs_system" ON "registration_proofs" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site_settings_staff" ON "site_settings" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "site_settings_staff_reads" ON "site_settings" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "site_settings_system" ON "site_settings" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site_settings_visitor_reads" ON "site_settings" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (is_public);--> statement-breakpoint
CREATE POLICY "preview_links_staff" ON "preview_links" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "preview_links_staff_reads" ON "preview_links" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "preview_links_system" ON "preview_links" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "document_texts_system" ON "document_texts" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "search_entries_system" ON "search_entries" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "search_entries_visitor_reads" ON "search_entries" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "search_words_system" ON "search_words" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "search_words_visitor_reads" ON "search_words" AS PERMISSIVE FOR SELECT TO "site_visitor" USING (true);--> statement-breakpoint
CREATE POLICY "search_words_due_system" ON "search_words_due" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);