CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_outbox_status" CHECK ("mail_outbox"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mail_outbox_newest" ON "mail_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE POLICY "mail_outbox_staff" ON "mail_outbox" AS PERMISSIVE FOR ALL TO "site_staff" USING (is_admin()) WITH CHECK (is_admin());--> statement-breakpoint
CREATE POLICY "mail_outbox_system" ON "mail_outbox" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "mail_outbox_visitor_inserts" ON "mail_outbox" AS PERMISSIVE FOR INSERT TO "site_visitor" WITH CHECK (status = 'queued' and attempts = 0);--> statement-breakpoint
GRANT INSERT ON mail_outbox TO site_visitor;
--> statement-breakpoint
-- Wakes the job that sends; the payload is the job's name.
CREATE FUNCTION wake_job() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('job_due', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_outbox_due AFTER INSERT ON mail_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('mail.send');
