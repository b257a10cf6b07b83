-- What holds in the database whatever our code does: who may touch which table, and the triggers. Applied
-- after the migrations and the policies, at every start that finds it missing or changed: each statement
-- may run again.

-- Staff and jobs reach every table; visitors, and the exceptions below, only what is granted by name.
-- Every table of ours has the system's policy; a table that an operator added is theirs.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_policies
    WHERE schemaname = 'public' AND policyname = tablename || '_system' LOOP
    EXECUTE format('REVOKE ALL ON %I FROM site_visitor, site_staff, site_system', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO site_staff, site_system', name);
  END LOOP;
END $$;

-- Any process of the product sees what was applied, and tries a write.
GRANT USAGE ON SCHEMA drizzle TO site_system;

GRANT SELECT ON drizzle.__drizzle_migrations, drizzle.schema_state TO site_system;

GRANT UPDATE (token) ON drizzle.schema_state TO site_system;

GRANT INSERT, DELETE, TRUNCATE ON drizzle.write_probe TO site_system;

-- Writes a row for /readyz. An emptied table takes new room on the disk, which may be full; while a dump
-- reads it, it cannot be emptied, and waiting for the dump would call the site unwell.
CREATE OR REPLACE FUNCTION try_write() RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  BEGIN
    LOCK TABLE drizzle.write_probe IN ACCESS EXCLUSIVE MODE NOWAIT;
    TRUNCATE drizzle.write_probe;
  EXCEPTION WHEN lock_not_available THEN
    DELETE FROM drizzle.write_probe;
  END;
  INSERT INTO drizzle.write_probe VALUES (now());
END $$;

-- Tells every process, at commit, which table visitors would now read differently.
CREATE OR REPLACE FUNCTION notify_content_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- What visitors are granted. Row-level security then narrows each grant to published rows.
GRANT SELECT ON site_settings, news, events, pages, page_sections, leadership_team,
  membership_types, highlights, file_categories, static_files TO site_visitor;

-- Contact persons, periods and notes of a partner are for staff.
GRANT SELECT (id, name, description, description_en, logo_url, website, partnership_type, status,
  created_at) ON partners TO site_visitor;

GRANT INSERT ON newsletter_subscriptions, members, contact_messages TO site_visitor;

-- The community in figures, without letting a visitor see one member. Only active ones count.
CREATE OR REPLACE FUNCTION community_statistics(OUT players bigint, OUT clubs bigint, OUT partners bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT
      (SELECT count(*) FROM members WHERE member_type = 'player' AND status = 'active'),
      (SELECT count(*) FROM members WHERE member_type = 'club' AND status = 'active'),
      (SELECT count(*) FROM partners WHERE status = 'active')
  $$;

-- Counts one download of a public file; a visitor may change nothing else of it.
CREATE OR REPLACE FUNCTION count_download(file uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public
  AS $$ UPDATE static_files SET download_count = download_count + 1 WHERE id = file AND is_public $$;

-- A statement trigger on each table that public pages read.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['site_settings', 'news', 'events', 'pages', 'page_sections', 'members',
    'membership_types', 'partners', 'leadership_team', 'highlights', 'file_categories'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed()', name || '_changed', name);
  END LOOP;
END $$;

-- A download moves only download_count, and must not empty the page cache: the columns are named.
CREATE OR REPLACE TRIGGER static_files_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  filename, file_url, file_type, file_size, category_id, title, title_en, alt_text, description,
  description_en, width, height, is_public, is_featured, is_protected ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

GRANT INSERT ON mail_outbox TO site_visitor;

-- Wakes the job that sends; the payload is the job's name.
CREATE OR REPLACE FUNCTION wake_job() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('job_due', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mail_outbox_due AFTER INSERT ON mail_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('mail.send');

-- Money leaves a trace for ever, whoever asks: no role deletes it, not even the one that made it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION '% keeps its rows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER orders_kept BEFORE DELETE OR TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger and the journal are append-only.
CREATE OR REPLACE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER payment_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A notice makes its attempt due; an approved refund is due.
CREATE OR REPLACE TRIGGER payment_events_due AFTER INSERT ON payment_events
  FOR EACH ROW WHEN (NEW.source = 'notice') EXECUTE FUNCTION wake_job('payments.poll');

CREATE OR REPLACE TRIGGER refunds_due AFTER UPDATE OF status ON refunds
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION wake_job('payments.refund');

-- What was written down stays as it was written, whoever asks.
CREATE OR REPLACE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether a registration in this status keeps a place from others.
CREATE OR REPLACE FUNCTION holds_place(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT status IN ('held', 'confirmed', 'offered') $$;

-- The participants of an event move with its registrations, whoever changes them and however: a
-- form, a job, staff. The CHECK on events then refuses a place too many.
CREATE OR REPLACE FUNCTION count_places() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND holds_place(OLD.status) THEN
    UPDATE events SET current_participants = current_participants - 1 WHERE id = OLD.event_id;
  END IF;
  IF TG_OP <> 'DELETE' AND holds_place(NEW.status) THEN
    UPDATE events SET current_participants = current_participants + 1 WHERE id = NEW.event_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_registrations_count AFTER INSERT OR DELETE ON event_registrations
  FOR EACH ROW EXECUTE FUNCTION count_places();

CREATE OR REPLACE TRIGGER event_registrations_recount AFTER UPDATE OF status, event_id ON event_registrations
  FOR EACH ROW
  WHEN (holds_place(OLD.status) <> holds_place(NEW.status) OR OLD.event_id <> NEW.event_id)
  EXECUTE FUNCTION count_places();

-- The places of an event in figures, without letting a visitor see one registration.
CREATE OR REPLACE FUNCTION event_places(event uuid, OUT held bigint, OUT offered bigint, OUT waiting bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT count(*) FILTER (WHERE status = 'held'), count(*) FILTER (WHERE status = 'offered'),
      count(*) FILTER (WHERE status = 'waiting')
    FROM event_registrations
    WHERE event_id = event AND status IN ('held', 'offered', 'waiting')
  $$;

CREATE OR REPLACE TRIGGER event_registrations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
  ON event_registrations FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

-- A place that may have become free wakes the job that offers it.
CREATE OR REPLACE TRIGGER event_registrations_due AFTER DELETE OR UPDATE OF status ON event_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');

CREATE OR REPLACE TRIGGER events_places_due AFTER UPDATE OF max_participants, status, date, time ON events
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');

-- Whoever reads a token or a hash can become somebody else. Staff see which sessions there are, without
-- their tokens, and end their own; an invitation adds its link, and nobody reads it back.
REVOKE ALL ON auth_accounts, auth_rate_limits, auth_sessions, auth_two_factors, auth_verifications
  FROM site_staff;

GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE
  ON auth_sessions TO site_staff;

GRANT INSERT ON auth_verifications TO site_staff;

-- An account that is deactivated is out at once, on every device, whoever deactivated it and how. With
-- the owner's rights, since staff may not touch the sessions of others.
CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM auth_sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER profiles_deactivated AFTER UPDATE OF is_active ON profiles
  FOR EACH ROW WHEN (NOT NEW.is_active) EXECUTE FUNCTION end_sessions();

-- What was uploaded, or replaced, gets its smaller pictures or its cover.
CREATE OR REPLACE TRIGGER static_files_due AFTER INSERT OR UPDATE OF file_url ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('files.prepare');

-- Public cards show the cover and the pages.
CREATE OR REPLACE TRIGGER static_files_prepared AFTER UPDATE OF pages, cover_url ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

-- Mails hold links and codes by which somebody could become somebody else. Staff see that a mail was
-- written, to whom and when, whether it left, and queue new ones; what it says, and the headers with
-- the link out of the newsletter, stay between the product and the recipient.
REVOKE ALL ON mail_outbox FROM site_staff;

GRANT SELECT (id, template, language, recipient, reply_to, subject, status, attempts,
    next_attempt_at, sent_at, last_error, created_at, updated_at), INSERT
  ON mail_outbox TO site_staff;
