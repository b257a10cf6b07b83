-- What holds in the database whatever our code does: who may touch which table, and the triggers. Applied
-- after the migrations and the policies, at every start that finds it missing or changed: each statement
-- may run again.

-- Administrators and jobs reach every table; visitors, the roles of the office (office-rights.sql), and the
-- exceptions below, only what is granted by name.
-- Every table of ours has the system's policy; a table that an operator added is theirs.
DO $$
DECLARE
  name text;
  roles text := (SELECT string_agg(quote_ident(rolname), ', ') FROM pg_roles
    WHERE rolname IN ('site_visitor', 'site_staff', 'site_system') OR rolname ~ '^site_office(_|$)');
BEGIN
  FOR name IN SELECT tablename FROM pg_policies
    WHERE schemaname = 'public' AND policyname = tablename || '_system' LOOP
    EXECUTE format('REVOKE ALL ON %I FROM %s', name, roles);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO site_staff, site_system', name);
  END LOOP;
END $$;

-- Any process of the product sees what was applied, and tries a write.
GRANT USAGE ON SCHEMA drizzle TO site_system;

GRANT SELECT ON drizzle.__drizzle_migrations, drizzle.schema_state TO site_system;

GRANT UPDATE (token) ON drizzle.schema_state TO site_system;

GRANT INSERT, DELETE, TRUNCATE ON drizzle.write_probe TO site_system;

-- Who prepares the release of a restored site, and releases it, cannot put one to rest.
GRANT SELECT, UPDATE, DELETE ON drizzle.rest TO site_system;

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
  INSERT INTO drizzle.write_probe VALUES (site_now());
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
GRANT SELECT ON site_settings, news, events, event_packages, pages, page_sections, leadership_team,
  membership_types, highlights, file_categories, static_files, legal_texts TO site_visitor;

-- Contact persons, periods and notes of a partner are for staff.
GRANT SELECT (id, name, description, description_en, logo_url, website, partnership_type, status,
  created_at) ON partners TO site_visitor;

GRANT INSERT ON newsletter_subscriptions, members, contact_messages TO site_visitor;

-- The clubs with a current membership, for everybody: an organisation is no person. Those of the first content stand
-- among them until staff remove it, as everywhere on the site. A name has one apostrophe, whichever was typed.
CREATE OR REPLACE FUNCTION affiliated_clubs() RETURNS TABLE (name text, town text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT DISTINCT translate(organisation, '''', '’'), translate(coalesce(city, ''), '''', '’') FROM members
      WHERE member_type = 'club' AND status = 'active' AND NOT is_test
        AND organisation IS NOT NULL AND (membership_end IS NULL OR membership_end >= site_today())
  $$;

-- The community in figures, without letting a visitor see one member. Only active ones count, and neither those
-- whose last day is over (the job that ends them may come a moment later) nor players whose licence is suspended.
CREATE OR REPLACE FUNCTION community_statistics(OUT players bigint, OUT clubs bigint, OUT partners bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT
      (SELECT count(*) FROM members WHERE member_type = 'player' AND status = 'active')
        - count(*) FILTER (WHERE member_type = 'player')
        - (SELECT count(*) FROM members WHERE is_test AND member_type = 'player' AND status = 'active'
          AND (membership_end IS NULL OR membership_end >= site_today()))
        - (SELECT count(*) FROM licences l JOIN members m ON m.id = l.member_id
          WHERE l.suspended_from <= site_today()
            AND (l.suspended_until IS NULL OR l.suspended_until >= site_today())
            AND m.member_type = 'player' AND m.status = 'active' AND NOT m.is_test
            AND (m.membership_end IS NULL OR m.membership_end >= site_today())),
      (SELECT count(*) FROM affiliated_clubs()),
      (SELECT count(*) FROM partners WHERE status = 'active')
    FROM members WHERE status = 'active' AND membership_end < site_today()
  $$;

-- Counts one download of a public file; a visitor may change nothing else of it.
CREATE OR REPLACE FUNCTION count_download(file uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public
  AS $$ UPDATE static_files SET download_count = download_count + 1 WHERE id = file AND is_public $$;

-- A statement trigger on each table that public pages read. What triggers write follows a table that has one;
-- a download must not count (below); of members, pages show how many there are.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_policies
    WHERE schemaname = 'public' AND policyname = tablename || '_visitor_reads'
      AND tablename NOT IN ('former_slugs', 'search_entries', 'search_words', 'static_files')
    UNION SELECT 'members' LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed()', name || '_changed', name);
  END LOOP;
END $$;

-- Of licences, pages count those that are suspended.
CREATE OR REPLACE TRIGGER licences_changed AFTER UPDATE OF suspended_from, suspended_until ON licences
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

-- A download moves only download_count, and must not empty the page cache: the columns are named.
CREATE OR REPLACE TRIGGER static_files_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  filename, file_url, file_type, file_size, category_id, title, title_en, alt_text, description,
  description_en, tags, width, height, is_public, is_resource, is_featured, is_protected,
  media_kit_place ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

-- What people agreed to is not written anew: a version of a legal text that applies, or has applied, stays as it
-- is, and none begins in the past.
CREATE OR REPLACE FUNCTION keep_legal_texts() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.published AND OLD.starts_on <= site_today() THEN
    RAISE EXCEPTION 'this version has begun to apply'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_texts_kept';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF NEW.published AND NEW.starts_on < site_today() THEN
    RAISE EXCEPTION 'this version would begin in the past'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_texts_begin';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER legal_texts_kept BEFORE INSERT OR UPDATE OR DELETE ON legal_texts
  FOR EACH ROW EXECUTE FUNCTION keep_legal_texts();

-- An address that left the newsletter is kept as a hash alone, whoever ended the subscription and how.
CREATE OR REPLACE FUNCTION forget_left_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.email := NULL;
  NEW.whatsapp := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER newsletter_left BEFORE INSERT OR UPDATE ON newsletter_subscriptions
  FOR EACH ROW WHEN (NEW.status = 'unsubscribed' AND NEW.address_hash IS NOT NULL)
  EXECUTE FUNCTION forget_left_address();

-- A link back is for one leaving alone: whoever returned, or left again, is sent another when they ask.
CREATE OR REPLACE FUNCTION forget_return_link() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.return_sent_at := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER newsletter_turned BEFORE UPDATE ON newsletter_subscriptions
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION forget_return_link();

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

-- Who left or was erased is written down beside the archives too, which still have them.
CREATE OR REPLACE TRIGGER newsletter_departed AFTER INSERT OR UPDATE ON newsletter_subscriptions
  FOR EACH ROW WHEN (NEW.status = 'unsubscribed') EXECUTE FUNCTION wake_job('backups.departures');

CREATE OR REPLACE TRIGGER erasures_departed AFTER INSERT OR UPDATE ON erasures
  FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION wake_job('backups.departures');

CREATE OR REPLACE TRIGGER moved_links_departed AFTER INSERT ON moved_links
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('backups.departures');

-- Who is shut out stays out, whatever backup comes back.
CREATE OR REPLACE TRIGGER profiles_departed AFTER INSERT OR UPDATE OF role, roles, is_active ON profiles
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('backups.departures');

-- Somebody asked for an archive now.
CREATE OR REPLACE TRIGGER backup_runs_asked AFTER INSERT ON backup_runs
  FOR EACH ROW WHEN (NEW.status = 'asked') EXECUTE FUNCTION wake_job('backups.nightly');

-- Whether two memberships with one address are of the same organisation, by its name, or of the same person, by first
-- name and birth date. Before organisations were asked for their name, the first name of their contact stood for it.
-- hasSameName() says the same.
CREATE OR REPLACE FUNCTION is_same_holder(own members, other members) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public
  AS $$
    SELECT CASE WHEN own.organisation IS NULL
      THEN other.organisation IS NULL AND search_form(other.first_name) = search_form(own.first_name)
        AND other.birth_date IS NOT DISTINCT FROM own.birth_date
      ELSE coalesce(search_form(other.organisation) = search_form(own.organisation),
        other.member_type <> 'player' AND search_form(other.first_name) = search_form(own.first_name))
    END AND lower(other.email) = lower(own.email) AND other.member_type = own.member_type
  $$;

-- A reminder is written in the first minute of a day and leaves in its morning: whoever renews in between,
-- or is suspended, is not told that their membership ends. With its owner's rights, since staff delete no mail.
CREATE OR REPLACE FUNCTION drop_reminders() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM mail_outbox o USING members m
  WHERE o.status = 'queued' AND o.template = 'membership-ending'
    AND o.key LIKE 'membership-ending:' || m.id || ':%'
    AND lower(m.email) = lower(NEW.email) AND is_same_holder(NEW, m);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER members_reminders AFTER UPDATE OF status ON members
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('active', 'suspended'))
  EXECUTE FUNCTION drop_reminders();

-- A player's first membership takes the next number of a licence, whoever begins it, and a later one of the same person
-- the same number. Without a birth date nobody is recognised. Two that begin at the same moment wait for each other.
CREATE OR REPLACE FUNCTION give_licence() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  known int;
BEGIN
  IF NEW.licence_serial IS NULL AND NEW.birth_date IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(
      'licence ' || lower(NEW.email) || ' ' || search_form(NEW.first_name) || ' ' || NEW.birth_date, 0));
    -- Of several numbers the one that is suspended, else that of the membership which lasts longest.
    SELECT other.licence_serial INTO known FROM members other
      JOIN licences l ON l.serial = other.licence_serial
      WHERE lower(other.email) = lower(NEW.email) AND is_same_holder(NEW, other)
      ORDER BY l.suspended_from IS NULL, other.membership_end DESC NULLS FIRST, other.licence_serial
      LIMIT 1;
    NEW.licence_serial := known;
  END IF;
  IF NEW.licence_serial IS NULL THEN
    INSERT INTO licences (id, member_id) VALUES (gen_random_uuid(), NEW.id)
      RETURNING serial INTO NEW.licence_serial;
  ELSE
    UPDATE licences SET member_id = NEW.id
      WHERE serial = NEW.licence_serial AND member_id IS DISTINCT FROM NEW.id;
  END IF;
  -- The card stands at the personal address of the membership, which one that staff wrote has not had.
  NEW.application_token := coalesce(NEW.application_token, replace(gen_random_uuid()::text, '-', ''));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_licence BEFORE INSERT OR UPDATE ON members
  FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.member_type = 'player' AND NOT NEW.is_test AND NOT NEW.is_sample)
  EXECUTE FUNCTION give_licence();

-- A number stays with its membership, also when staff take back what began it, unless another one replaces it. Another
-- name or birth replaces the cards of this membership that say the former one; whoever signs one meanwhile holds the lock.
CREATE OR REPLACE FUNCTION keep_licence() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF NEW.licence_serial <> OLD.licence_serial AND EXISTS (SELECT FROM licences
      WHERE (serial, replaced_by) IN ((OLD.licence_serial, NEW.licence_serial), (NEW.licence_serial, OLD.licence_serial))) THEN
    RETURN NEW;
  END IF;
  NEW.licence_serial := OLD.licence_serial;
  IF (OLD.first_name, OLD.last_name, extract(year FROM OLD.birth_date))
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, extract(year FROM NEW.birth_date)) THEN
    PERFORM FROM licences WHERE serial = OLD.licence_serial FOR UPDATE;
    UPDATE licences l SET issue = least(issue + 1, 255) WHERE serial = OLD.licence_serial
      AND EXISTS (SELECT FROM licence_cards c
        WHERE c.serial = l.serial AND c.issue = l.issue AND c.member_id = NEW.id);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_keep_licence BEFORE UPDATE ON members
  FOR EACH ROW WHEN (OLD.licence_serial IS NOT NULL) EXECUTE FUNCTION keep_licence();

-- What replaces a number is none that was replaced itself, and nobody sheds a suspension by another number.
CREATE OR REPLACE FUNCTION check_replacement() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  kept licences;
BEGIN
  SELECT * INTO kept FROM licences WHERE serial = NEW.replaced_by FOR UPDATE;
  IF kept.id IS NULL OR kept.id = NEW.id OR kept.replaced_by IS NOT NULL THEN
    RAISE EXCEPTION 'a licence is replaced by one that goes on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'licences_replaced';
  END IF;
  IF NEW.suspended_from IS NOT NULL AND coalesce(NEW.suspended_until >= site_today(), true) AND NOT coalesce(
    kept.suspended_from <= greatest(NEW.suspended_from, site_today())
      AND coalesce(kept.suspended_until, 'infinity') >= coalesce(NEW.suspended_until, 'infinity'), false) THEN
    RAISE EXCEPTION 'a suspension goes with its holder'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'licences_replaced_suspension';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER licences_replaced BEFORE UPDATE OF replaced_by ON licences
  FOR EACH ROW WHEN (NEW.replaced_by IS NOT NULL AND NEW.replaced_by IS DISTINCT FROM OLD.replaced_by)
  EXECUTE FUNCTION check_replacement();

-- Of two people who were one the memberships that move are a player's, and nobody real is one with somebody invented.
CREATE OR REPLACE FUNCTION check_person_merge() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF NEW.kept_ids && NEW.moved_ids OR EXISTS (SELECT FROM members
      WHERE id = ANY (NEW.moved_ids) AND (member_type <> 'player' OR organisation IS NOT NULL)) THEN
    RAISE EXCEPTION 'only players are merged'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'person_merges_players';
  END IF;
  IF (SELECT count(DISTINCT is_invented) FROM (
      SELECT is_test OR is_sample AS is_invented FROM members WHERE id = ANY (NEW.kept_ids || NEW.moved_ids)
      UNION ALL SELECT is_test OR is_sample FROM event_registrations WHERE id = ANY (NEW.kept_ids || NEW.moved_ids)
    ) AS rows) > 1 THEN
    RAISE EXCEPTION 'a test or a sample is nobody'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'person_merges_real';
  END IF;
  RETURN NEW;
END $$;

REVOKE ALL ON person_merges, people_apart FROM site_staff;

CREATE OR REPLACE TRIGGER person_merges_checked BEFORE INSERT ON person_merges
  FOR EACH ROW EXECUTE FUNCTION check_person_merge();

-- Whoever deletes a membership leaves the licence, its photographs and the cards that were signed with it, to another of
-- the person.
CREATE OR REPLACE FUNCTION leave_licence() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  heir uuid := (SELECT id FROM members WHERE licence_serial = OLD.licence_serial
    ORDER BY membership_end DESC NULLS FIRST, id DESC LIMIT 1);
BEGIN
  IF heir IS NOT NULL THEN
    UPDATE licences SET member_id = heir WHERE serial = OLD.licence_serial AND member_id = OLD.id;
    UPDATE licence_cards SET member_id = heir WHERE serial = OLD.licence_serial AND member_id = OLD.id;
    UPDATE licence_photos SET member_id = heir WHERE member_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER members_leave_licence AFTER DELETE ON members
  FOR EACH ROW WHEN (OLD.licence_serial IS NOT NULL) EXECUTE FUNCTION leave_licence();

-- A club's first membership takes the next number of a club, whoever begins it, and a later one of the same club the
-- same number. It stays with its membership as long as that is one of a club.
CREATE OR REPLACE FUNCTION give_club() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(
    'club ' || lower(NEW.email) || ' ' || search_form(coalesce(NEW.organisation, NEW.first_name)), 0));
  SELECT other.club INTO NEW.club FROM members other
    WHERE lower(other.email) = lower(NEW.email) AND is_same_holder(NEW, other) AND other.club IS NOT NULL
    ORDER BY other.membership_end DESC NULLS FIRST, other.club
    LIMIT 1;
  IF NEW.club IS NULL THEN
    INSERT INTO clubs (id) VALUES (gen_random_uuid()) RETURNING number INTO NEW.club;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_club BEFORE INSERT OR UPDATE ON members
  FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.member_type = 'club' AND NEW.club IS NULL
    AND NOT NEW.is_test AND NOT NEW.is_sample)
  EXECUTE FUNCTION give_club();

CREATE OR REPLACE FUNCTION keep_club() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.club := CASE WHEN NEW.member_type = 'club' THEN OLD.club END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_keep_club BEFORE UPDATE OF club, member_type ON members
  FOR EACH ROW WHEN (OLD.club IS NOT NULL AND OLD.member_type = 'club') EXECUTE FUNCTION keep_club();

-- Whoever renews stays in the club. Whoever pays for what a club invited them to is of it, if it is still a club and they
-- have joined no other since. What a club paid for and that ended with it stays over when it comes out of the bin.
-- Its name comes after members_licence, which says who somebody is.
CREATE OR REPLACE FUNCTION stay_in_club() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  current_club int;
BEGIN
  IF EXISTS (SELECT 1 FROM club_places WHERE player_id = NEW.id AND ended_at IS NOT NULL AND until >= site_today()) THEN
    NEW.status := 'expired';
  ELSIF NEW.club IS NULL OR TG_OP = 'UPDATE' THEN
    SELECT other.club INTO current_club FROM members other
      WHERE other.licence_serial = NEW.licence_serial AND other.id <> NEW.id AND other.status <> 'pending'
        AND (other.membership_end IS NULL OR other.membership_end >= site_today())
      ORDER BY other.membership_end DESC NULLS FIRST, other.id DESC
      LIMIT 1;
    IF current_club IS NOT NULL THEN
      NEW.club := current_club;
    ELSIF NEW.club IS NOT NULL THEN
      NEW.club := (SELECT NEW.club FROM club_season(NEW.club));
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_licence_club BEFORE INSERT ON members
  FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.member_type = 'player') EXECUTE FUNCTION stay_in_club();
CREATE OR REPLACE TRIGGER members_licence_club_begun BEFORE UPDATE OF status ON members
  FOR EACH ROW WHEN (NEW.status = 'active' AND OLD.status = 'pending' AND NEW.member_type = 'player')
  EXECUTE FUNCTION stay_in_club();

-- The licences that a club has bought: its own while their order is paid, and until their day.
CREATE OR REPLACE FUNCTION bought_licences(club_number int) RETURNS TABLE (purchase uuid, places int, lasts date)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT p.id, p.count, p.until FROM club_purchases p JOIN orders o ON o.id = p.order_id
    WHERE p.club = club_number AND o.status = 'confirmed' AND p.until >= site_today()
  $$;

-- Until when a club is one, and how many licences it has to give, with those that it bought: null without an end, no row
-- when it is none today.
CREATE OR REPLACE FUNCTION club_season(club_number int) RETURNS TABLE (membership uuid, ends date, included int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT m.id, m.membership_end, coalesce(t.included_licences, 10)
      + coalesce((SELECT sum(places)::int FROM bought_licences(club_number)), 0)
    FROM members m LEFT JOIN membership_types t ON t.id = m.membership_type_id
    WHERE m.club = club_number AND m.member_type = 'club' AND m.status = 'active' AND NOT m.is_test
      AND (m.membership_end IS NULL OR m.membership_end >= site_today())
    ORDER BY m.membership_end DESC NULLS FIRST, m.id
    LIMIT 1
  $$;

REVOKE ALL ON FUNCTION bought_licences(int), club_season(int) FROM PUBLIC;

-- The memberships whose move to another club waits for the club that they are of. Staff may not read the places, with
-- their codes, and see by this whose move is to be decided.
CREATE OR REPLACE FUNCTION club_movers() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT m.id FROM club_places p JOIN members asked ON asked.id = p.player_id
      JOIN members m ON (m.id = asked.id OR m.licence_serial = asked.licence_serial) AND m.club = p.from_club
    WHERE p.from_club IS NOT NULL AND p.expires_at > site_now() AND m.status IN ('active', 'suspended')
      AND EXISTS (SELECT 1 FROM club_season(p.from_club))
  $$;

REVOKE ALL ON FUNCTION club_movers() FROM PUBLIC;

-- Whose move waits for a club that they left need not wait.
CREATE OR REPLACE TRIGGER members_left_club AFTER UPDATE OF club ON members
  FOR EACH ROW WHEN (OLD.club IS NOT NULL AND NEW.club IS DISTINCT FROM OLD.club) EXECUTE FUNCTION wake_job('club.places');

-- THE TEN ARE NEVER ELEVEN: under the lock of its club, a licence that is promised or paid is one of those included. It
-- counts while its invitation is open, and then until its last day, whoever has left.
CREATE OR REPLACE FUNCTION is_club_place_taken(place club_places) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public
  AS $$
    SELECT NOT place.by_player AND CASE WHEN place.accepted_at IS NULL
      THEN place.withdrawn_at IS NULL AND place.expires_at > site_now()
      ELSE place.until >= site_today() END
  $$;

-- Where a club has a licence to give, besides that place, that lasts beyond a day: of its membership first (null), else of
-- what it bought, the longest first. What is still taken of a purchase that was refunded counts among those of the
-- membership, and as long as more are taken than are paid, none is given.
CREATE OR REPLACE FUNCTION free_club_place(club_number int, beyond date, besides uuid)
  RETURNS TABLE (purchase uuid, lasts date)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    WITH bought AS (SELECT * FROM bought_licences(club_number)),
      season AS (SELECT included FROM club_season(club_number)),
      taken AS (SELECT b.purchase FROM club_places p LEFT JOIN bought b ON b.purchase = p.purchase_id
        WHERE p.club = club_number AND p.id IS DISTINCT FROM besides AND is_club_place_taken(p)),
      shares AS (
        SELECT NULL::uuid AS purchase, NULL::date AS lasts,
          included - coalesce((SELECT sum(places) FROM bought), 0) AS places FROM season
        UNION ALL SELECT b.purchase, b.lasts, b.places FROM bought b WHERE EXISTS (SELECT FROM season))
    SELECT s.purchase, s.lasts FROM shares s
    WHERE (SELECT count(*) FROM taken) < (SELECT included FROM season)
      AND (SELECT count(*) FROM taken t WHERE t.purchase IS NOT DISTINCT FROM s.purchase) < s.places
      AND (s.lasts IS NULL OR beyond IS NULL OR s.lasts > beyond)
    ORDER BY s.lasts DESC NULLS FIRST, s.purchase
    LIMIT 1
  $$;

CREATE OR REPLACE FUNCTION count_club_places() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  last_day date;
BEGIN
  PERFORM 1 FROM clubs WHERE number = NEW.club FOR UPDATE;
  IF NOT is_club_place_taken(NEW) THEN
    RETURN NEW;
  END IF;
  -- Nothing is promised longer than what was bought, nor a move waited for.
  IF NEW.accepted_at IS NULL THEN
    SELECT until INTO last_day FROM club_purchases WHERE id = NEW.purchase_id;
    NEW.expires_at := least(NEW.expires_at, (last_day + 1)::timestamp AT TIME ZONE 'UTC');
  END IF;
  -- One that is taken stays, unless it is to last longer than what was bought.
  IF TG_OP = 'UPDATE' AND is_club_place_taken(OLD) AND (NEW.purchase_id IS NULL
    OR coalesce(NEW.until <= OLD.until, NEW.until IS NULL)
    OR EXISTS (SELECT FROM bought_licences(NEW.club) WHERE purchase = NEW.purchase_id AND lasts >= NEW.until)) THEN
    RETURN NEW;
  END IF;
  SELECT purchase, lasts INTO NEW.purchase_id, last_day FROM free_club_place(NEW.club, NEW.until - 1, NEW.id);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the licences of this club are all taken'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'club_places_included';
  END IF;
  IF NEW.accepted_at IS NULL THEN
    NEW.expires_at := least(NEW.expires_at, (last_day + 1)::timestamp AT TIME ZONE 'UTC');
  END IF;
  RETURN NEW;
END $$;

-- Nothing else of a place counts: whoever writes that does not wait for the club, with the place locked already.
CREATE OR REPLACE TRIGGER club_places_counted
  BEFORE INSERT OR UPDATE OF club, by_player, purchase_id, expires_at, withdrawn_at, accepted_at, until ON club_places
  FOR EACH ROW EXECUTE FUNCTION count_club_places();

-- What an order buys for a club: until when, how many of it are taken, and whether the club can still have it; with a lock
-- of the club, until the transaction ends. Whoever takes money asks, and reads nothing of the club's players.
CREATE OR REPLACE FUNCTION club_purchase(paid_order uuid, is_locked boolean)
  RETURNS TABLE (places int, lasts date, taken int, is_open boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF is_locked THEN
    PERFORM 1 FROM clubs c JOIN club_purchases p ON p.club = c.number WHERE p.order_id = paid_order FOR UPDATE OF c;
  END IF;
  RETURN QUERY SELECT p.count, p.until,
      (SELECT count(*)::int FROM club_places t WHERE t.purchase_id = p.id AND is_club_place_taken(t)),
      p.until >= site_today() AND EXISTS (SELECT FROM club_season(p.club))
    FROM club_purchases p WHERE p.order_id = paid_order;
END $$;

REVOKE ALL ON FUNCTION free_club_place(int, date, uuid), club_purchase(uuid, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION club_purchase(uuid, boolean) TO site_system, site_staff, site_office_treasurer;

-- The address that a club invited is forgotten with its invitation, and so is the mail; not when it was sent, which counts.
CREATE OR REPLACE FUNCTION forget_invitee() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  UPDATE club_invitees SET email = NULL, first_name = '', last_name = '' WHERE place_id = NEW.id AND email IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER club_places_invitee AFTER UPDATE OF accepted_at, withdrawn_at, asked_at ON club_places
  FOR EACH ROW WHEN (coalesce(NEW.accepted_at, NEW.withdrawn_at, NEW.asked_at) IS NOT NULL)
  EXECUTE FUNCTION forget_invitee();

CREATE OR REPLACE FUNCTION forget_invitation_mails() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM mail_outbox WHERE about_id = OLD.place_id AND template = 'club-invitation';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER club_invitees_forgotten AFTER UPDATE OF email ON club_invitees
  FOR EACH ROW WHEN (OLD.email IS NOT NULL AND NEW.email IS NULL) EXECUTE FUNCTION forget_invitation_mails();
CREATE OR REPLACE TRIGGER club_invitees_removed AFTER DELETE ON club_invitees
  FOR EACH ROW WHEN (OLD.email IS NOT NULL) EXECUTE FUNCTION forget_invitation_mails();

-- A purchase that is no longer paid promises nothing more; whoever has a licence keeps it until its day.
CREATE OR REPLACE FUNCTION withdraw_promises() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM club_purchase(OLD.id, true);
  -- A move that waits is over: a job ends it, and tells.
  UPDATE club_places SET withdrawn_at = CASE WHEN from_club IS NULL THEN site_now() END,
      expires_at = CASE WHEN from_club IS NULL THEN expires_at ELSE least(expires_at, site_now()) END
    WHERE accepted_at IS NULL AND withdrawn_at IS NULL AND purchase_id = (SELECT id FROM club_purchases WHERE order_id = OLD.id);
  IF TG_OP = 'DELETE' THEN
    DELETE FROM club_purchases WHERE order_id = OLD.id;
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER orders_withdraw_promises AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.kind = 'licences' AND OLD.status = 'confirmed' AND NEW.status <> 'confirmed')
  EXECUTE FUNCTION withdraw_promises();
CREATE OR REPLACE TRIGGER club_places_cut AFTER UPDATE OF expires_at ON club_places
  FOR EACH ROW WHEN (NEW.from_club IS NOT NULL AND NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION wake_job('club.places');
-- A test that is removed takes its purchase with it.
CREATE OR REPLACE TRIGGER orders_withdraw_promises_removed BEFORE DELETE ON orders
  FOR EACH ROW WHEN (OLD.kind = 'licences') EXECUTE FUNCTION withdraw_promises();

-- What a club pays ends with the club, before its day too, and begins again with it; what somebody had paid themselves
-- goes on. With a membership of the club that ends earlier, what it pays does. Whoever moved to another club meanwhile with
-- the licence that this one paid keeps it until the day that the other one pays, and no longer than that one is a club.
CREATE OR REPLACE FUNCTION follow_club() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  club_number int := coalesce(NEW.club, OLD.club);
  season record;
  place record;
  paid_by_other date;
BEGIN
  PERFORM 1 FROM clubs WHERE number = club_number FOR UPDATE;
  SELECT * INTO season FROM club_season(club_number);
  IF season.membership IS NULL THEN
    FOR place IN UPDATE club_places p SET ended_at = site_now(), told_at = NULL
      WHERE club = club_number AND ended_at IS NULL AND until >= site_today()
        AND (player_id IS DISTINCT FROM own_id OR NOT by_player AND EXISTS (SELECT FROM club_places former
          WHERE former.player_id = p.player_id AND former.own_id IS DISTINCT FROM former.player_id
            AND former.ended_at IS NOT NULL AND former.until >= site_today()))
      RETURNING player_id
    LOOP
      -- Whom another club takes at this moment is seen by the statement that follows.
      PERFORM 1 FROM members WHERE id = place.player_id FOR UPDATE;
      SELECT max(other.until) INTO paid_by_other FROM club_places other
        WHERE other.player_id = place.player_id AND other.club <> club_number AND other.accepted_at IS NOT NULL
          AND NOT other.by_player AND other.ended_at IS NULL AND other.until >= site_today()
          AND EXISTS (SELECT FROM club_season(other.club));
      IF paid_by_other IS NOT NULL THEN
        UPDATE members SET membership_end = paid_by_other
          WHERE id = place.player_id AND status = 'active' AND coalesce(membership_end > paid_by_other, true);
        CONTINUE;
      END IF;
      UPDATE members SET status = 'expired' WHERE id = place.player_id AND status = 'active';
      IF FOUND THEN
        UPDATE members SET status = 'active'
          WHERE id IN (SELECT own_id FROM club_places WHERE player_id = place.player_id AND ended_at IS NOT NULL)
            AND status = 'expired' AND membership_end >= site_today()
            AND NOT EXISTS (SELECT 1 FROM club_places p WHERE p.player_id = members.id AND p.ended_at IS NOT NULL);
      END IF;
    END LOOP;
  ELSE
    FOR place IN UPDATE club_places SET ended_at = NULL
      WHERE club = club_number AND ended_at IS NOT NULL AND until >= site_today()
      RETURNING player_id, own_id, until
    LOOP
      -- What they pay themselves at this moment is seen by the statement that follows.
      PERFORM 1 FROM members WHERE licence_serial = (SELECT licence_serial FROM members WHERE id = place.player_id)
        ORDER BY id FOR UPDATE;
      UPDATE members m SET status = 'active' WHERE id = place.player_id AND status = 'expired'
        AND membership_end >= site_today() AND NOT EXISTS (SELECT 1 FROM members other
          WHERE other.licence_serial = m.licence_serial AND other.id NOT IN (m.id, coalesce(place.own_id, m.id))
            AND other.status = 'active');
      IF FOUND THEN
        UPDATE members SET status = 'expired' WHERE id = place.own_id AND id <> place.player_id AND status = 'active';
      END IF;
      -- Of whoever moved meanwhile the day that this club pays counts again.
      UPDATE members SET membership_end = place.until
        WHERE id = place.player_id AND status = 'active' AND membership_end < place.until
          AND EXISTS (SELECT FROM club_places other WHERE other.player_id = place.player_id AND other.own_id = other.player_id
            AND other.club <> club_number AND NOT other.by_player);
    END LOOP;
    UPDATE members m SET membership_end = season.ends FROM club_places p
      WHERE p.club = club_number AND p.player_id = m.id AND p.player_id IS DISTINCT FROM p.own_id
        AND p.until > season.ends AND m.membership_end > season.ends AND m.status = 'active';
    UPDATE club_places SET until = season.ends
      WHERE club = club_number AND until > season.ends AND player_id IS DISTINCT FROM own_id AND player_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER club_places_ended AFTER UPDATE OF ended_at ON club_places
  FOR EACH ROW WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION wake_job('club.places');

-- Locks the clubs of some memberships, as a payment does: these, then their clubs, and only then those of their players. Who
-- changes several memberships at once would else hold a player for whom an operation of the club waits.
CREATE OR REPLACE FUNCTION lock_clubs_of(ids uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM FROM members WHERE id = ANY (ids) AND member_type = 'club' ORDER BY id FOR UPDATE;
  PERFORM FROM clubs WHERE number IN (SELECT club FROM members WHERE id = ANY (ids) AND member_type = 'club')
    ORDER BY number FOR UPDATE;
END $$;

REVOKE ALL ON FUNCTION lock_clubs_of(uuid[]) FROM PUBLIC;

-- How many players lose the licence that a club pays when one of these memberships ends. Staff may not read the places.
CREATE OR REPLACE FUNCTION club_dependants(ids uuid[]) RETURNS TABLE (membership uuid, players int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT c.id, count(*)::int FROM members c CROSS JOIN LATERAL club_season(c.club) season
      JOIN club_places p ON p.club = c.club JOIN members m ON m.id = p.player_id AND m.status = 'active'
    WHERE c.id = ANY (ids) AND c.member_type = 'club' AND season.membership = c.id AND p.ended_at IS NULL
      AND p.until >= site_today() AND p.player_id IS DISTINCT FROM p.own_id
    GROUP BY c.id
  $$;

REVOKE ALL ON FUNCTION club_dependants(uuid[]) FROM PUBLIC;

CREATE OR REPLACE TRIGGER members_follow_club AFTER UPDATE OF status, membership_end ON members
  FOR EACH ROW WHEN (NEW.member_type = 'club' AND NEW.club IS NOT NULL) EXECUTE FUNCTION follow_club();
CREATE OR REPLACE TRIGGER members_follow_club_added AFTER INSERT ON members
  FOR EACH ROW WHEN (NEW.member_type = 'club' AND NEW.club IS NOT NULL) EXECUTE FUNCTION follow_club();
CREATE OR REPLACE TRIGGER members_follow_club_gone AFTER DELETE ON members
  FOR EACH ROW WHEN (OLD.member_type = 'club' AND OLD.club IS NOT NULL) EXECUTE FUNCTION follow_club();

-- Money leaves a trace for ever, whoever asks: no role deletes it, not even the one that made it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  -- remove_tests() goes on to the triggers of each row.
  IF TG_OP = 'DELETE' AND current_setting('site.removes_tests', true) = 'on'
    AND current_user NOT IN ('site_visitor', 'site_staff', 'site_system') AND NOT is_of_office() THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% keeps its rows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

-- Except for money that never was: what hangs on a test goes by remove_tests() alone, row by row.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE of_test boolean;
BEGIN
  IF TG_TABLE_NAME = 'payment_events' THEN
    SELECT mode = 'test' INTO of_test FROM orders WHERE id = OLD.order_id;
  ELSE
    of_test := OLD.mode = 'test';
  END IF;
  -- Whoever sets that by themselves is still one of the site's roles.
  IF of_test AND current_setting('site.removes_tests', true) = 'on'
    AND current_user NOT IN ('site_visitor', 'site_staff', 'site_system') AND NOT is_of_office() THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% keeps its rows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER orders_removed BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE OR REPLACE TRIGGER payments_removed BEFORE DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE OR REPLACE TRIGGER refunds_removed BEFORE DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE OR REPLACE TRIGGER ledger_entries_removed BEFORE DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE OR REPLACE TRIGGER payment_events_removed BEFORE DELETE ON payment_events
  FOR EACH ROW EXECUTE FUNCTION refuse_removal();

CREATE OR REPLACE FUNCTION remove_tests() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  -- Whoever declares a transfer says that real money was sent, whatever the order was opened as.
  IF EXISTS (SELECT FROM announced_transfers t JOIN orders o ON o.id = t.order_id
    WHERE o.mode = 'test' AND t.status = 'announced') THEN
    RAISE EXCEPTION 'a declared transfer of a test is to be checked first' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('site.removes_tests', 'on', true);
  DELETE FROM payment_events WHERE order_id IN (SELECT id FROM orders WHERE mode = 'test');
  DELETE FROM refunds WHERE mode = 'test';
  DELETE FROM ledger_entries WHERE mode = 'test';
  -- A simulated attempt stays with the order that became real.
  DELETE FROM payments WHERE order_id IN (SELECT id FROM orders WHERE mode = 'test');
  DELETE FROM announced_transfers WHERE order_id IN (SELECT id FROM orders WHERE mode = 'test');
  DELETE FROM orders WHERE mode = 'test';
  DELETE FROM simulated_payments;
  PERFORM set_config('site.removes_tests', 'off', true);
END $$;

REVOKE ALL ON FUNCTION remove_tests() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION remove_tests() TO site_staff, site_office_treasurer;

-- Money is real or a test as its order is, from the moment that it is opened, and stays so. An order for which
-- nothing was paid yet becomes real with the first real money; its attempts stay the tests that they were.
CREATE OR REPLACE FUNCTION take_mode() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF TG_TABLE_NAME = 'orders' AND NEW.mode = 'live'
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE order_id = OLD.id) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION '% % stays as it was opened: real or a test', TG_TABLE_NAME, OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT mode INTO NEW.mode FROM orders WHERE id = NEW.order_id;
  IF TG_TABLE_NAME = 'ledger_entries' THEN
    IF NEW.mode = 'live' AND EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND mode = 'test') THEN
      RAISE EXCEPTION 'payment % is a test: its money is none', NEW.payment_id
        USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  -- Without an order, its foreign key says so.
  NEW.mode := coalesce(NEW.mode, 'live');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payments_take_mode BEFORE INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION take_mode();

CREATE OR REPLACE TRIGGER refunds_take_mode BEFORE INSERT ON refunds
  FOR EACH ROW EXECUTE FUNCTION take_mode();

CREATE OR REPLACE TRIGGER ledger_entries_take_mode BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION take_mode();

CREATE OR REPLACE TRIGGER orders_keep_mode BEFORE UPDATE OF mode ON orders
  FOR EACH ROW WHEN (OLD.mode <> NEW.mode) EXECUTE FUNCTION take_mode();

CREATE OR REPLACE TRIGGER payments_keep_mode BEFORE UPDATE OF mode ON payments
  FOR EACH ROW WHEN (OLD.mode <> NEW.mode) EXECUTE FUNCTION take_mode();

CREATE OR REPLACE TRIGGER refunds_keep_mode BEFORE UPDATE OF mode ON refunds
  FOR EACH ROW WHEN (OLD.mode <> NEW.mode) EXECUTE FUNCTION take_mode();

-- Who of the staff could ask for money back as the payer of an order does: whoever was given a link of theirs, or
-- changed their address. Of every order of the same registration or membership, since one link leads to all.
CREATE OR REPLACE FUNCTION staff_like_payer(of_order uuid) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT DISTINCT l.staff_id FROM orders one
      JOIN orders other ON other.subject_id = one.subject_id
      JOIN audit_log l ON (l.entity = 'orders' AND l.entity_id = other.id::text)
        OR (l.entity IN ('members', 'event_registrations') AND l.entity_id = other.subject_id::text)
      LEFT JOIN audit_values v ON v.id = l.id
    WHERE one.id = of_order AND l.staff_id IS NOT NULL
      AND (l.action LIKE '%.show-link' OR v.before ? 'email')
  $$;

REVOKE ALL ON FUNCTION staff_like_payer(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION staff_like_payer(uuid) TO site_staff, site_system, site_office;

-- The orders of minors whose guardian has a number that ends so: the treasury finds them and does not read the number.
CREATE OR REPLACE FUNCTION orders_of_guardian(number_end text) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT o.id FROM orders o JOIN (
      SELECT id FROM members
        WHERE right(regexp_replace(guardian_phone, '[^0-9]', '', 'g'), length(number_end)) = number_end
      UNION ALL SELECT id FROM event_registrations
        WHERE right(regexp_replace(guardian_phone, '[^0-9]', '', 'g'), length(number_end)) = number_end
    ) minors ON minors.id = o.subject_id
    WHERE length(number_end) >= 8
  $$;

REVOKE ALL ON FUNCTION orders_of_guardian(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION orders_of_guardian(text) TO site_staff, site_office_treasurer;

-- A registration or a membership is a test as long as every order for it is one. What staff entered never is.
CREATE OR REPLACE FUNCTION mark_tests() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE only_tests boolean;
BEGIN
  only_tests := NEW.mode = 'test' AND NOT EXISTS (
    SELECT 1 FROM orders WHERE subject_id = NEW.subject_id AND kind = NEW.kind AND mode = 'live')
    AND NOT EXISTS (SELECT FROM audit_log WHERE entity_id = NEW.subject_id::text AND staff_id IS NOT NULL
      AND entity IN ('members', 'event_registrations') AND action = entity || '.create');
  IF NEW.kind = 'membership' THEN
    -- A statement that changes nothing would still empty the page cache.
    IF EXISTS (SELECT 1 FROM members WHERE id = NEW.subject_id AND is_test <> only_tests) THEN
      UPDATE members SET is_test = only_tests WHERE id = NEW.subject_id;
    END IF;
  ELSIF NEW.kind = 'registration' THEN
    UPDATE event_registrations SET is_test = only_tests
      WHERE id = NEW.subject_id AND is_test <> only_tests;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_mark_tests AFTER INSERT OR UPDATE OF mode ON orders
  FOR EACH ROW EXECUTE FUNCTION mark_tests();

CREATE OR REPLACE TRIGGER orders_kept BEFORE DELETE OR TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER refund_payees_kept BEFORE DELETE OR TRUNCATE ON refund_payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- To which number a refund is paid is decided by two people: what the first one wrote stays, but goes with
-- the person; who approved it is written once.
CREATE OR REPLACE FUNCTION keep_payee() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (NEW.refund_id, NEW.reason, NEW.requested_by) IS DISTINCT FROM
      (OLD.refund_id, OLD.reason, OLD.requested_by)
    OR (NEW.number IS NOT NULL AND NEW.number IS DISTINCT FROM OLD.number)
    OR (OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by) THEN
    RAISE EXCEPTION 'payee % keeps what was written of it', OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refund_payees_fixed BEFORE UPDATE ON refund_payees
  FOR EACH ROW EXECUTE FUNCTION keep_payee();

-- So is it decided by two people that counted cash never came: what the first one wrote stays, who agreed is written
-- once, and what is over stays so.
CREATE OR REPLACE TRIGGER booking_corrections_kept BEFORE DELETE OR TRUNCATE ON booking_corrections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION keep_correction() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (NEW.order_id, NEW.charge_id, NEW.reason, NEW.requested_by) IS DISTINCT FROM
      (OLD.order_id, OLD.charge_id, OLD.reason, OLD.requested_by)
    OR (OLD.status <> 'requested' AND (NEW.status, NEW.approved_by) IS DISTINCT FROM (OLD.status, OLD.approved_by)) THEN
    RAISE EXCEPTION 'correction % keeps what was written of it', OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER booking_corrections_fixed BEFORE UPDATE ON booking_corrections
  FOR EACH ROW EXECUTE FUNCTION keep_correction();

-- A number of a licence that was given is never given again. Memberships give them; staff suspend and replace.
CREATE OR REPLACE TRIGGER licences_kept BEFORE DELETE OR TRUNCATE ON licences
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON licences FROM site_staff;
GRANT SELECT, UPDATE (issue, suspended_from, suspended_until, suspension_reason, suspended_by, updated_at)
  ON licences TO site_staff;

-- Nor is a club's number. Whoever reads the code of an invitation can accept it.
CREATE OR REPLACE TRIGGER clubs_kept BEFORE DELETE OR TRUNCATE ON clubs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON clubs, club_invitees, club_officers, club_places, club_profiles, club_purchases FROM site_staff;
GRANT SELECT ON clubs TO site_staff;
-- Whose request for an erasure it may be.
GRANT SELECT (id, email) ON club_invitees, club_officers TO site_staff;
GRANT EXECUTE ON FUNCTION bought_licences(int), club_season(int), free_club_place(int, date, uuid) TO site_system;
GRANT EXECUTE ON FUNCTION club_movers(), club_dependants(uuid[]), lock_clubs_of(uuid[]) TO site_staff;
GRANT EXECUTE ON FUNCTION lock_clubs_of(uuid[]) TO site_system;

-- Whoever reads a key can sign cards, and whoever writes a code makes it a true one.
REVOKE ALL ON licence_keys, licence_cards FROM site_staff;

-- The ledger and the journal are append-only.
CREATE OR REPLACE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER payment_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The receipt of a charge takes the next number of its year, whoever adds it: who comes at the same time waits, and
-- what is rolled back leaves no gap. Money of a test has none.
CREATE OR REPLACE FUNCTION number_receipt() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries
    WHERE id = NEW.charge_id AND kind = 'charge' AND mode = 'live') THEN
    RAISE EXCEPTION 'receipt of % is not of a real charge', NEW.charge_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_of_real_charge';
  END IF;
  PERFORM pg_advisory_xact_lock(1948, 0);
  NEW.year := extract(year FROM site_today());
  -- Without a gap, but for the one that a restore leaves.
  NEW.serial := 1 + greatest(
    (SELECT max(serial) FROM receipts WHERE year = NEW.year),
    (SELECT above FROM drizzle.receipt_series WHERE year = NEW.year),
    0);
  NEW.number := format('R-%s-%s', NEW.year, lpad(NEW.serial::text, greatest(6, length(NEW.serial::text)), '0'));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER receipts_number BEFORE INSERT ON receipts
  FOR EACH ROW EXECUTE FUNCTION number_receipt();

CREATE OR REPLACE FUNCTION give_receipt() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  INSERT INTO receipts (charge_id, created_at) VALUES (NEW.id, site_now());
  RETURN NULL;
END $$;

-- At the end of the transaction, so that its lock comes after those of orders, events and tills.
DROP TRIGGER IF EXISTS ledger_entries_receipt ON ledger_entries;

CREATE CONSTRAINT TRIGGER ledger_entries_receipt AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'charge' AND NEW.mode = 'live')
  EXECUTE FUNCTION give_receipt();

CREATE OR REPLACE TRIGGER receipts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE INSERT, UPDATE, DELETE ON receipts FROM site_staff;

-- So is the book of a till; the tills themselves and what is handed over stay.
CREATE OR REPLACE TRIGGER till_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON till_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER tills_kept BEFORE DELETE OR TRUNCATE ON tills
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER till_handovers_kept BEFORE DELETE OR TRUNCATE ON till_handovers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A charge never promises to give back more than was taken, whatever our code counted: the charge is
-- locked, so that two who promise at the same moment count each other. With the owner's rights, since a
-- sum must see every row.
CREATE OR REPLACE FUNCTION limit_refunds() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  charge ledger_entries;
  promised bigint;
BEGIN
  SELECT * INTO charge FROM ledger_entries WHERE id = NEW.charge_id FOR NO KEY UPDATE;
  IF charge.kind IS DISTINCT FROM 'charge' OR charge.order_id <> NEW.order_id
    OR charge.currency <> NEW.currency THEN
    RAISE EXCEPTION 'refund % is not of a charge of its order', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_of_own_charge';
  END IF;
  SELECT coalesce(sum(amount), 0) INTO promised FROM refunds
    WHERE charge_id = NEW.charge_id AND id <> NEW.id AND status NOT IN ('failed', 'withdrawn');
  IF NEW.status NOT IN ('failed', 'withdrawn') AND promised + NEW.amount > charge.amount THEN
    RAISE EXCEPTION 'refund % gives back more than was taken', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_charge';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refunds_limited BEFORE INSERT ON refunds
  FOR EACH ROW EXECUTE FUNCTION limit_refunds();

CREATE OR REPLACE TRIGGER refunds_limited_again BEFORE UPDATE OF status ON refunds
  FOR EACH ROW
  WHEN (OLD.status IN ('failed', 'withdrawn') AND NEW.status NOT IN ('failed', 'withdrawn'))
  EXECUTE FUNCTION limit_refunds();

-- What a refund is of, and who asked, approved and recorded, is written once; one that is over stays so.
CREATE OR REPLACE FUNCTION keep_refund() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (NEW.order_id, NEW.charge_id, NEW.amount, NEW.currency, NEW.source, NEW.reason, NEW.requested_by,
        NEW.holder_asked, NEW.replaces, NEW.note, NEW.keeps_place)
      IS DISTINCT FROM
      (OLD.order_id, OLD.charge_id, OLD.amount, OLD.currency, OLD.source, OLD.reason, OLD.requested_by,
        OLD.holder_asked, OLD.replaces, OLD.note, OLD.keeps_place)
    OR (OLD.approved_by IS NOT NULL AND NEW.approved_by IS DISTINCT FROM OLD.approved_by)
    OR (OLD.by_rule AND NOT NEW.by_rule)
    OR (OLD.recorded_by IS NOT NULL AND (NEW.recorded_by, NEW.operator_reference, NEW.decision)
      IS DISTINCT FROM (OLD.recorded_by, OLD.operator_reference, OLD.decision))
    OR (OLD.status IN ('done', 'withdrawn') AND NEW.status <> OLD.status) THEN
    RAISE EXCEPTION 'refund % keeps what was written of it', OLD.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refunds_fixed BEFORE UPDATE ON refunds
  FOR EACH ROW EXECUTE FUNCTION keep_refund();

-- The ledger itself refuses to return more of a payment than it took.
CREATE OR REPLACE FUNCTION limit_ledger() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE kept bigint;
BEGIN
  PERFORM 1 FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(amount), 0) INTO kept FROM ledger_entries
    WHERE order_id = NEW.order_id AND payment_id = NEW.payment_id AND currency = NEW.currency
      AND kind IN ('charge', 'refund', 'correction');
  IF kept + NEW.amount < 0 THEN
    RAISE EXCEPTION 'payment % would give back more than it took', NEW.payment_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_within_charge';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_limited BEFORE INSERT ON ledger_entries
  FOR EACH ROW WHEN (NEW.kind IN ('refund', 'correction')) EXECUTE FUNCTION limit_ledger();

-- A notice makes its attempt due; an approved refund is due.
CREATE OR REPLACE TRIGGER payment_events_due AFTER INSERT ON payment_events
  FOR EACH ROW WHEN (NEW.source = 'notice') EXECUTE FUNCTION wake_job('payments.poll');

CREATE OR REPLACE TRIGGER refunds_due AFTER UPDATE OF status ON refunds
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION wake_job('payments.refund');

-- What was written down stays as it was written, whoever asks.
CREATE OR REPLACE TRIGGER audit_log_kept BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- And goes when its term is over, not a day before, by the job alone: app/core/values/retention.ts says the same.
REVOKE DELETE ON audit_log, audit_values FROM site_staff;

CREATE OR REPLACE FUNCTION refuse_early_deletion() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz < site_now() - interval '36 months' THEN
    RETURN OLD;
  END IF;
  -- A person's values go when the person is erased, by the function below alone.
  IF TG_TABLE_NAME = 'audit_values' AND current_setting('app.erased_entry', true) = OLD.id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% keeps its rows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER audit_log_kept_for_years BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('created_at');

CREATE OR REPLACE TRIGGER audit_values_kept BEFORE UPDATE OR TRUNCATE ON audit_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER audit_values_kept_for_years BEFORE DELETE ON audit_values
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('written_at');

-- Takes the values of entries away that tell of a person who is erased. Who did what, and when, stays.
CREATE OR REPLACE FUNCTION erase_audit_values(entries uuid[]) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE entry uuid;
BEGIN
  FOREACH entry IN ARRAY entries LOOP
    PERFORM set_config('app.erased_entry', entry::text, true);
    DELETE FROM audit_values WHERE id = entry;
  END LOOP;
  PERFORM set_config('app.erased_entry', '', true);
END $$;

REVOKE ALL ON FUNCTION erase_audit_values(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION erase_audit_values(uuid[]) TO site_system;

-- Whether a registration in this status keeps a place from others.
CREATE OR REPLACE FUNCTION holds_place(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT status IN ('held', 'confirmed', 'offered', 'unproven') $$;

-- The participants of an event, and the places taken of its packages, move with its registrations, whoever
-- changes them and however: a form, a job, staff. The CHECKs on both then refuse a place too many. With the
-- owner's rights: whoever takes money gives a place, and changes no event.
CREATE OR REPLACE FUNCTION count_places() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND holds_place(OLD.status) THEN
    UPDATE events SET current_participants = current_participants - 1 WHERE id = OLD.event_id;
    IF OLD.package_id IS NOT NULL THEN
      UPDATE event_packages SET taken = taken - 1 WHERE id = OLD.package_id;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND holds_place(NEW.status) THEN
    UPDATE events SET current_participants = current_participants + 1 WHERE id = NEW.event_id;
    IF NEW.package_id IS NOT NULL THEN
      UPDATE event_packages SET taken = taken + 1 WHERE id = NEW.package_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_registrations_count AFTER INSERT OR DELETE ON event_registrations
  FOR EACH ROW EXECUTE FUNCTION count_places();

CREATE OR REPLACE TRIGGER event_registrations_recount AFTER UPDATE OF status, event_id, package_id
  ON event_registrations FOR EACH ROW
  WHEN (holds_place(OLD.status) <> holds_place(NEW.status)
    OR (OLD.event_id, OLD.package_id) IS DISTINCT FROM (NEW.event_id, NEW.package_id))
  EXECUTE FUNCTION count_places();

-- Invented people are at a sample event alone: they go before it does, and once staff make it the federation's own by
-- any change, so that nobody real waits behind them, is told the wrong number or counts them at the door.
CREATE OR REPLACE FUNCTION remove_sample_registrations(event uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public
  AS $$ DELETE FROM event_registrations WHERE event_id = event AND is_sample $$;

REVOKE ALL ON FUNCTION remove_sample_registrations(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_sample_registrations(uuid) TO site_system, site_staff, site_office;

CREATE OR REPLACE FUNCTION end_sample() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM remove_sample_registrations(NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER events_sample_ended AFTER UPDATE OF is_sample ON events
  FOR EACH ROW WHEN (OLD.is_sample AND NOT NEW.is_sample) EXECUTE FUNCTION end_sample();

-- Where people play, the form of an event asks their gamertag, unless whoever adds it says otherwise.
CREATE OR REPLACE FUNCTION ask_gamertag() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.asks_gamertag := NEW.category IN ('Tournoi', 'Championnat');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER events_asks_gamertag BEFORE INSERT ON events
  FOR EACH ROW WHEN (NEW.asks_gamertag IS NULL) EXECUTE FUNCTION ask_gamertag();

-- Whoever is a minor on the day that counts comes with a guardian, whoever writes the row: an application
-- on its own day, a place at an event on the day of that. Rows that are there stay as they are when the
-- setting or the event changes.
CREATE OR REPLACE FUNCTION need_guardian() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  day date;
  majority int;
BEGIN
  IF TG_TABLE_NAME = 'members' THEN
    day := (NEW.created_at AT TIME ZONE 'UTC')::date;
  ELSE
    SELECT date INTO day FROM events WHERE id = NEW.event_id;
  END IF;
  SELECT (setting_value ->> 'age')::int INTO majority FROM site_settings WHERE setting_key = 'minors';
  IF extract(year FROM age(day, NEW.birth_date)) < coalesce(majority, 18) THEN
    RAISE EXCEPTION 'a minor needs a guardian in %', TG_TABLE_NAME
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_minor';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_minor BEFORE INSERT ON members
  FOR EACH ROW WHEN (NEW.guardian_name IS NULL AND NEW.birth_date IS NOT NULL)
  EXECUTE FUNCTION need_guardian();

CREATE OR REPLACE TRIGGER members_minor_changed BEFORE UPDATE OF birth_date, guardian_name ON members
  FOR EACH ROW WHEN (NEW.guardian_name IS NULL AND NEW.birth_date IS NOT NULL
    AND (OLD.birth_date, OLD.guardian_name) IS DISTINCT FROM (NEW.birth_date, NEW.guardian_name))
  EXECUTE FUNCTION need_guardian();

CREATE OR REPLACE TRIGGER event_registrations_minor BEFORE INSERT ON event_registrations
  FOR EACH ROW WHEN (NEW.guardian_name IS NULL)
  EXECUTE FUNCTION need_guardian();

CREATE OR REPLACE TRIGGER event_registrations_minor_changed
  BEFORE UPDATE OF birth_date, guardian_name, event_id ON event_registrations
  FOR EACH ROW WHEN (NEW.guardian_name IS NULL AND (OLD.birth_date, OLD.guardian_name, OLD.event_id)
    IS DISTINCT FROM (NEW.birth_date, NEW.guardian_name, NEW.event_id))
  EXECUTE FUNCTION need_guardian();

-- Who takes money gives what it pays for, and learns of nobody's birth: whether two rows are of one person is
-- for these to say, which give no more than ids. The rules that say the same stand in the code of each.
CREATE OR REPLACE FUNCTION active_memberships_of_person(member uuid) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT other.id FROM members own JOIN members other ON lower(other.email) = lower(own.email)
      AND is_same_holder(own, other)
    WHERE own.id = member AND other.status = 'active'
      AND (own.organisation IS NOT NULL OR own.birth_date IS NOT NULL)
  $$;

-- Another membership of the same person that is suspended, until its end: nothing that is paid or written stands beside it.
CREATE OR REPLACE FUNCTION has_suspended_membership(member uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT EXISTS (SELECT FROM members own JOIN members other ON lower(other.email) = lower(own.email)
      AND is_same_holder(own, other)
    WHERE own.id = member AND other.id <> own.id AND other.status = 'suspended'
      AND (own.is_test OR NOT other.is_test)
      AND coalesce(other.membership_end >= site_today(), true)
      AND (own.organisation IS NOT NULL OR own.birth_date IS NOT NULL))
  $$;

CREATE OR REPLACE FUNCTION live_registrations_of_person(registration uuid) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT other.id FROM event_registrations own JOIN event_registrations other
      ON other.event_id = own.event_id AND lower(other.email) = lower(own.email)
      AND search_form(other.first_name) = search_form(own.first_name) AND other.birth_date = own.birth_date
    WHERE own.id = registration
      AND other.status IN ('held', 'confirmed', 'offered', 'unproven', 'waiting')
    UNION
    SELECT other.id FROM event_registrations own JOIN event_registrations other
      ON other.event_id = own.event_id AND other.licence_serial = own.licence_serial
    WHERE own.id = registration AND NOT other.is_duplicate
      AND other.status IN ('held', 'confirmed', 'offered', 'unproven', 'waiting')
  $$;

-- Of a licence what says whether it is valid on a day, by the membership that it shows (`SHOWN_FIRST`); nothing where
-- the number is nobody's, or its holder was born on another day. It names nobody, so that a door may read it.
DROP FUNCTION IF EXISTS licence_standing(integer, date);
CREATE FUNCTION licence_standing(number integer, born date DEFAULT NULL, OUT status text,
    OUT membership_start date, OUT membership_end date, OUT suspended_from date, OUT suspended_until date,
    OUT has_club boolean)
  RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT shown.status, shown.membership_start, shown.membership_end, shown.suspended_from, shown.suspended_until,
      EXISTS (SELECT FROM club_season(shown.club))
    FROM (
      SELECT m.*, l.suspended_from, l.suspended_until
      FROM licences l JOIN members m ON m.licence_serial = l.serial AND m.member_type = 'player' AND NOT m.is_test
      WHERE l.serial = number
      ORDER BY (m.status = 'suspended' AND coalesce(m.membership_end >= site_today(), true)) DESC,
        (m.status IN ('active', 'suspended')) DESC, m.membership_end DESC NULLS FIRST, m.id DESC
      LIMIT 1
    ) shown
    WHERE born IS NULL OR shown.birth_date = born
  $$;

-- Whose place a licence is at an event, for its door.
CREATE OR REPLACE FUNCTION registration_of_licence(event uuid, number integer) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT id FROM event_registrations
    WHERE event_id = event AND licence_serial = number AND NOT is_duplicate
      AND status IN ('held', 'confirmed', 'offered', 'unproven', 'waiting')
  $$;

REVOKE ALL ON FUNCTION licence_standing(integer, date), registration_of_licence(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION licence_standing(integer, date) TO site_system, site_staff, site_office;

-- Of whoever is forgotten the number stays in the register, and with nobody's registration.
CREATE OR REPLACE FUNCTION forget_shown_licence() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  UPDATE event_registrations SET licence_serial = NULL WHERE licence_serial = NEW.serial;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER licences_forgotten AFTER UPDATE OF member_id ON licences
  FOR EACH ROW WHEN (OLD.member_id IS NOT NULL AND NEW.member_id IS NULL) EXECUTE FUNCTION forget_shown_licence();

REVOKE ALL ON FUNCTION active_memberships_of_person(uuid), has_suspended_membership(uuid),
  live_registrations_of_person(uuid) FROM PUBLIC;

-- How old somebody is on the day of their event: all that whoever stands at its door learns of a birth.
CREATE OR REPLACE FUNCTION age_at_event(registration uuid) RETURNS integer
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN (SELECT extract(year FROM age(e.date, r.birth_date))::int
    FROM event_registrations r JOIN events e ON e.id = r.event_id
    WHERE r.id = registration AND (holds_role('events') OR stands_at(r.event_id)));
END $$;

-- Whose ticket somebody shows at a door, and for which event: also where it is another's, so that they can be told.
CREATE OR REPLACE FUNCTION registration_of_ticket(token text, code text) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN (SELECT id FROM event_registrations WHERE ticket_token = token OR reference = code);
END $$;

CREATE OR REPLACE FUNCTION event_of_registration(registration uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN (SELECT event_id FROM event_registrations WHERE id = registration);
END $$;

REVOKE ALL ON FUNCTION age_at_event(uuid), registration_of_ticket(text, text), event_of_registration(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION active_memberships_of_person(uuid), has_suspended_membership(uuid),
  live_registrations_of_person(uuid)
  TO site_system, site_staff, site_office;

-- The places of an event in figures, without letting a visitor see one registration.
CREATE OR REPLACE FUNCTION event_places(event uuid, OUT held bigint, OUT offered bigint,
    OUT unproven bigint, OUT waiting bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT count(*) FILTER (WHERE status = 'held'), count(*) FILTER (WHERE status = 'offered'),
      count(*) FILTER (WHERE status = 'unproven'), count(*) FILTER (WHERE status = 'waiting')
    FROM event_registrations
    WHERE event_id = event AND status IN ('held', 'offered', 'unproven', 'waiting')
  $$;

-- How many had a place of a package when their event was cancelled, and come first when it takes place.
CREATE OR REPLACE FUNCTION returning_places(event uuid, package uuid) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT count(*) FROM event_registrations
    WHERE event_id = event AND package_id = package
      AND cancelled_from IN ('held', 'confirmed', 'offered')
  $$;

CREATE OR REPLACE TRIGGER event_registrations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
  ON event_registrations FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

-- A place that may have become free wakes the job that offers it.
CREATE OR REPLACE TRIGGER event_registrations_due AFTER DELETE OR UPDATE OF status ON event_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');

-- What staff decided about an event wakes the job that tells those who registered.
CREATE OR REPLACE TRIGGER event_changes_due AFTER INSERT OR UPDATE OF returns ON event_changes
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('events.changes');

-- Another moment of publication is another one at which the site changes.
CREATE OR REPLACE TRIGGER news_clock_due AFTER INSERT OR UPDATE OF published, public_from, public_until ON news
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('publication.clock');

CREATE OR REPLACE TRIGGER pages_clock_due AFTER INSERT OR UPDATE OF status, public_from, public_until ON pages
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('publication.clock');

-- Another date or status is another moment at which an event begins or ends.
CREATE OR REPLACE TRIGGER events_clock_due AFTER INSERT OR UPDATE OF status, date, time, end_date, end_time,
  registration_opens_at, registration_closes_at ON events
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('events.clock');

-- So is another end of a package, and more of its places may be free for whoever waits.
CREATE OR REPLACE TRIGGER event_packages_clock_due AFTER INSERT OR UPDATE OF ends_at ON event_packages
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('events.clock');

CREATE OR REPLACE TRIGGER event_packages_due AFTER INSERT OR UPDATE OF quota, ends_at, withdrawn_at
  ON event_packages FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');

CREATE OR REPLACE TRIGGER events_places_due AFTER UPDATE OF max_participants, status, date, time ON events
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');

-- What a table keeps of the token of a personal link.
CREATE OR REPLACE FUNCTION link_hash(token text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT encode(sha256(convert_to(token, 'UTF8')), 'hex') $$;

-- Signs an address out of its own space everywhere, and voids the links that it asked for.
CREATE OR REPLACE FUNCTION end_me_sessions(address text) RETURNS void
  LANGUAGE sql
  AS $$
    DELETE FROM me_sessions WHERE address_hash = link_hash(lower(address));
    DELETE FROM me_sign_ins WHERE address_hash = link_hash(lower(address));
  $$;

-- Under another e-mail address every personal link of a registration or a membership is another one, those of its
-- orders too: whoever reads the mailbox that was written to by mistake gets at nothing any more.
CREATE OR REPLACE FUNCTION renew_links() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE fresh text := replace(gen_random_uuid()::text, '-', '');
DECLARE known text[];
BEGIN
  IF TG_TABLE_NAME = 'members' THEN
    known := ARRAY[OLD.application_token];
    -- The same statement may begin a licence, which has just given one.
    NEW.application_token := CASE WHEN NEW.application_token IS NOT NULL THEN fresh END;
  ELSE
    known := ARRAY[OLD.ticket_token];
    NEW.ticket_token := fresh;
    DELETE FROM registration_proofs WHERE registration_id = NEW.id;
  END IF;
  INSERT INTO moved_links (id, token_hash) SELECT gen_random_uuid(), link_hash(former.token) FROM (
    SELECT token FROM unnest(known) AS token WHERE token IS NOT NULL
    UNION SELECT token FROM orders WHERE subject_id = NEW.id
    UNION SELECT share_token FROM orders WHERE subject_id = NEW.id) AS former;
  PERFORM end_me_sessions(OLD.email);
  UPDATE orders SET payer_email = NEW.email, updated_at = site_now(),
      token = replace(gen_random_uuid()::text, '-', ''), share_token = replace(gen_random_uuid()::text, '-', '')
    WHERE subject_id = NEW.id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER members_readdressed BEFORE UPDATE OF email ON members
  FOR EACH ROW WHEN (lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION renew_links();

CREATE OR REPLACE TRIGGER event_registrations_readdressed BEFORE UPDATE OF email ON event_registrations
  FOR EACH ROW WHEN (lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION renew_links();

-- What proves that an address is somebody's is for nobody else to read or to write.
REVOKE ALL ON registration_proofs, moved_links FROM site_staff;

-- Nor which address asked for its data, and how often somebody guessed.
REVOKE ALL ON data_links FROM site_staff;

-- Nor who is signed in to their own space.
REVOKE ALL ON me_sign_ins, me_sessions FROM site_staff;

-- Whoever reads a token or a hash can become somebody else. Staff see which sessions there are, without
-- their tokens, and end their own; an invitation adds its link, and nobody reads it back.
REVOKE ALL ON auth_accounts, auth_passkeys, auth_rate_limits, auth_sessions, auth_two_factors,
    auth_verifications FROM site_staff;

-- Whoever reads the keys of a provider can take money in our name: they are the product's own.
REVOKE ALL ON provider_keys FROM site_staff;

GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE
  ON auth_sessions TO site_staff;

GRANT INSERT ON auth_verifications TO site_staff;

-- Who may come in and what they may do is the administrators' to say, whatever our code lets through: others
-- change of accounts what they are called themselves, and make their own devices strangers.
CREATE OR REPLACE FUNCTION keep_rights() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (current_user = 'site_staff' OR is_of_office()) AND NOT is_admin() AND (TG_OP <> 'UPDATE'
    OR OLD.id::text IS DISTINCT FROM current_setting('app.user_id', true)
    OR to_jsonb(NEW) - '{name,device_generation,updated_at}'::text[]
      <> to_jsonb(OLD) - '{name,device_generation,updated_at}'::text[]) THEN
    RAISE EXCEPTION 'accounts are for administrators: % is refused', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE TRIGGER profiles_rights BEFORE INSERT OR UPDATE OR DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_rights();

-- Nobody becomes an administrator on one person's word, whatever our code lets through: an account that is made is
-- none yet, and one that becomes one was asked for before.
CREATE OR REPLACE FUNCTION keep_admission() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (current_user = 'site_staff' OR is_of_office()) AND NEW.role = 'admin' AND NEW.is_active
    AND (TG_OP = 'INSERT' OR (NOT (OLD.role = 'admin' AND OLD.is_active) AND OLD.admission_asked_by IS NULL)) THEN
    RAISE EXCEPTION 'an administrator takes two people: % is refused', TG_OP
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER profiles_admission BEFORE INSERT OR UPDATE OF role, is_active ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_admission();

-- Whether an account could decide about money all the time since a moment: it is that old, was neither let in again nor
-- given the treasury meanwhile, and has the second factor that it must have. One administrator alone makes no second
-- person of an old account in a minute.
CREATE OR REPLACE FUNCTION decides_money_since(account uuid, since timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT EXISTS (SELECT FROM profiles p WHERE p.id = account AND p.created_at <= since
        AND (p.two_factor_enabled OR NOT (p.two_factor_required OR 'treasurer' = ANY (p.roles))))
      AND NOT EXISTS (SELECT FROM audit_log a LEFT JOIN audit_values v ON v.id = a.id
        WHERE a.entity = 'profiles' AND a.entity_id = account::text AND a.created_at > since
          AND (a.action = 'profiles.activate' OR a.action = 'profiles.roles'
            AND (v.after ->> 'role' = 'admin' OR v.after -> 'roles' ? 'treasurer')
            AND NOT coalesce(v.before ->> 'role' = 'admin', false)
            AND NOT coalesce(v.before -> 'roles' ? 'treasurer', false)))
  $$;

REVOKE ALL ON FUNCTION decides_money_since(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decides_money_since(uuid, timestamptz) TO site_system, site_staff, site_office;

-- Whom a decision of two people waits for, whether or not they could decide at this moment: whoever has the right and
-- has taken up their account (a factor to set up, or a day to wait, is made good in a minute or a day), and whoever had
-- it within the seven days before, since it may have been taken from them by the person who asks.
CREATE OR REPLACE FUNCTION decides_again(of_money boolean, at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT id FROM profiles WHERE is_active AND email_verified
        AND (role = 'admin' OR of_money AND 'treasurer' = ANY (roles))
      OR CASE WHEN of_money THEN treasury_until ELSE administered_until END > at - interval '7 days'
  $$;

REVOKE ALL ON FUNCTION decides_again(boolean, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decides_again(boolean, timestamptz) TO site_system, site_staff, site_office;

-- An invitation that nobody took up never decided anything.
CREATE OR REPLACE FUNCTION keep_former_treasury() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.treasury_until := CASE
    WHEN NEW.is_active AND (NEW.role = 'admin' OR 'treasurer' = ANY (NEW.roles)) THEN NULL
    WHEN OLD.email_verified THEN site_now() END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER profiles_treasury BEFORE UPDATE OF role, roles, is_active ON profiles
  FOR EACH ROW WHEN ((OLD.is_active AND (OLD.role = 'admin' OR 'treasurer' = ANY (OLD.roles)))
    <> (NEW.is_active AND (NEW.role = 'admin' OR 'treasurer' = ANY (NEW.roles))))
  EXECUTE FUNCTION keep_former_treasury();

-- Whoever stops to administer the site is told of much for a week, at the address that they had: nobody shuts the
-- others out and decides alone unseen.
CREATE OR REPLACE FUNCTION keep_former_administrator() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.administered_until := CASE WHEN NEW.role = 'admin' AND NEW.is_active THEN NULL ELSE site_now() END;
  NEW.administered_email := CASE WHEN NEW.administered_until IS NULL THEN NULL ELSE OLD.email END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER profiles_administered BEFORE UPDATE OF role, is_active ON profiles
  FOR EACH ROW WHEN ((OLD.role = 'admin' AND OLD.is_active) <> (NEW.role = 'admin' AND NEW.is_active))
  EXECUTE FUNCTION keep_former_administrator();

-- With the role ends what somebody was placed at: given again later, it opens no door of before.
CREATE OR REPLACE FUNCTION end_standing() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM event_door WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER profiles_standing_ended AFTER UPDATE OF roles ON profiles
  FOR EACH ROW WHEN ('door' = ANY (OLD.roles) AND NOT 'door' = ANY (NEW.roles)) EXECUTE FUNCTION end_standing();

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

-- Links, codes, challenges and trusted devices of an account end with what they stood on: its being
-- active, its address, its password. Their value is the account's id, or begins with it.
CREATE OR REPLACE FUNCTION end_links() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM auth_verifications WHERE split_part(value, ':', 1) = NEW.id::text;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER profiles_links_ended AFTER UPDATE OF is_active, email ON profiles
  FOR EACH ROW WHEN (NOT NEW.is_active OR NEW.email <> OLD.email) EXECUTE FUNCTION end_links();

-- A new password also makes every device unknown again: whoever had the old one may have had one.
CREATE OR REPLACE FUNCTION end_links_of_password() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM auth_verifications WHERE split_part(value, ':', 1) = NEW.user_id::text;
  UPDATE profiles SET device_generation = device_generation + 1 WHERE id = NEW.user_id;
  UPDATE auth_sessions SET confirmed_at = NULL WHERE confirmed_at IS NOT NULL AND user_id = NEW.user_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER auth_accounts_password_set AFTER INSERT OR UPDATE OF password ON auth_accounts
  FOR EACH ROW EXECUTE FUNCTION end_links_of_password();

-- What somebody proved for something dangerous ends with what they proved it by.
CREATE OR REPLACE FUNCTION end_confirmations() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  UPDATE auth_sessions SET confirmed_at = NULL
    WHERE confirmed_at IS NOT NULL AND user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER profiles_confirmations_ended AFTER UPDATE OF email, two_factor_enabled ON profiles
  FOR EACH ROW WHEN (NEW.email <> OLD.email OR NEW.two_factor_enabled <> OLD.two_factor_enabled)
  EXECUTE FUNCTION end_confirmations();

-- However often it is used, a session ends a week after the sign-in: `SESSION_ENDS` says the same.
CREATE OR REPLACE FUNCTION end_session_in_time() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '7 days');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER auth_sessions_end BEFORE INSERT OR UPDATE OF expires_at ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION end_session_in_time();

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

GRANT SELECT (id, key, template, language, recipient, reply_to, subject, status, attempts,
    next_attempt_at, sent_at, last_error, search_text, created_at, updated_at), INSERT
  ON mail_outbox TO site_staff;

-- What was removed is counted by the product alone.
REVOKE ALL ON retention_tally FROM site_staff;

GRANT SELECT ON retention_tally TO site_staff;

-- What is wrong, and what browsers reported, is written by the product alone.
REVOKE ALL ON health_causes, policy_reports FROM site_staff;

GRANT SELECT ON health_causes, policy_reports TO site_staff;

-- How archives were made and tried, the product alone writes down.
REVOKE ALL ON backup_runs FROM site_staff;

GRANT SELECT ON backup_runs TO site_staff;

-- Which addresses do not work, mail servers say: staff see it beside the person.
REVOKE ALL ON mail_refusals FROM site_staff;

GRANT SELECT ON mail_refusals TO site_staff;

-- What the keys of a stored file and of all that was made of it begin with: `stemOf` and `coverKey` say
-- the same in TypeScript. A file kept elsewhere than under uploads/ has its cover there, under its own name.
CREATE OR REPLACE FUNCTION stored_stem(address text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT CASE
      WHEN address LIKE '/files/uploads/_%'
        THEN regexp_replace(substr(address, 8), '(-cover)?(-[0-9]{3,4})?\.\w+$', '')
      WHEN address LIKE '/files/_%'
        THEN 'uploads/' || replace(regexp_replace(substr(address, 8), '\.\w+$', ''), '/', '-')
    END
  $$;

-- Every stored file that a record lets go, however the record went, is written down with the day on
-- which it may be removed: 30 days, which are those of the bin too. A record that names the file again
-- keeps it, unless it is being removed at this moment, or an upload comes to be recorded after its hour.
-- With the owner's rights: whoever changes a record, this is written.
CREATE OR REPLACE FUNCTION let_go_of_file() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  before text[] := '{}';
  after text[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    before := ARRAY[stored_stem(OLD.file_url), stored_stem(OLD.cover_url)];
  END IF;
  IF TG_OP <> 'DELETE' THEN
    after := array_remove(ARRAY[stored_stem(NEW.file_url), stored_stem(NEW.cover_url)], NULL);
    PERFORM FROM file_removals
      WHERE stem = stored_stem(NEW.file_url) AND NEW.file_url LIKE '/files/uploads/%'
        AND claimed_at IS NOT NULL AND (removed_at IS NULL OR reason = 'arriving')
      FOR UPDATE;
    IF FOUND THEN
      RAISE EXCEPTION 'the stored file is being removed' USING ERRCODE = 'foreign_key_violation';
    END IF;
    DELETE FROM file_removals WHERE stem = ANY (after);
  END IF;
  INSERT INTO file_removals (id, stem, reason, due_at)
    SELECT gen_random_uuid(), gone.stem, 'deleted', site_now() + interval '30 days'
    FROM (SELECT DISTINCT unnest(before) AS stem) gone
    WHERE gone.stem IS NOT NULL AND gone.stem <> ALL (after)
    ORDER BY gone.stem
  ON CONFLICT (stem) DO UPDATE SET reason = 'deleted', let_go_at = site_now(), due_at = excluded.due_at,
    asked_at = NULL, confirmed_at = NULL, claimed_at = NULL, removed_at = NULL, updated_at = site_now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER static_files_let_go AFTER INSERT OR DELETE OR UPDATE OF file_url, cover_url
  ON static_files FOR EACH ROW EXECUTE FUNCTION let_go_of_file();

-- What is to go at once, and what a person agreed to, wakes the job that removes.
CREATE OR REPLACE TRIGGER file_removals_due AFTER INSERT OR UPDATE OF due_at, confirmed_at ON file_removals
  FOR EACH ROW WHEN (NEW.due_at <= site_now() AND NEW.removed_at IS NULL) EXECUTE FUNCTION wake_job('files.sweep');

-- What may be removed, only triggers and jobs write down. Staff see it, and agree.
REVOKE ALL ON file_removals, file_stores FROM site_staff;

GRANT SELECT ON file_removals, file_stores TO site_staff;

GRANT UPDATE (confirmed_at, updated_at) ON file_removals TO site_staff;

-- Who else writes a text at this moment, by name: the drafts themselves are their authors' own.
CREATE OR REPLACE FUNCTION other_writers(entity text, record text) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT p.name FROM drafts d JOIN profiles p ON p.id = d.account_id
    WHERE is_staff() AND d.entity = other_writers.entity AND d.record = other_writers.record
      AND d.record NOT LIKE 'new%' AND d.account_id::text <> current_setting('app.user_id', true)
      AND d.saved_at > site_now() - interval '15 minutes'
    ORDER BY d.saved_at DESC LIMIT 3
  $$;

REVOKE ALL ON FUNCTION other_writers(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION other_writers(text, text) TO site_staff, site_office;

-- Drafts go with the text that they are of, whoever wrote them: hence with the owner's rights.
CREATE OR REPLACE FUNCTION drop_drafts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM drafts WHERE entity = TG_TABLE_NAME AND record = OLD.id::text;
  IF TG_TABLE_NAME = 'pages' THEN
    DELETE FROM drafts WHERE entity = 'page_sections' AND record = 'new:' || OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER news_drafts AFTER DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION drop_drafts();

CREATE OR REPLACE TRIGGER events_drafts AFTER DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION drop_drafts();

CREATE OR REPLACE TRIGGER pages_drafts AFTER DELETE ON pages
  FOR EACH ROW EXECUTE FUNCTION drop_drafts();

CREATE OR REPLACE TRIGGER page_sections_drafts AFTER DELETE ON page_sections
  FOR EACH ROW EXECUTE FUNCTION drop_drafts();

-- And with their author, whose account keeps nothing but a name.
CREATE OR REPLACE FUNCTION drop_own_drafts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM drafts WHERE account_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER profiles_drafts AFTER UPDATE OF removed_at ON profiles
  FOR EACH ROW WHEN (NEW.removed_at IS NOT NULL) EXECUTE FUNCTION drop_own_drafts();

-- What a search finds is written by the triggers below, in the transaction that publishes a record or takes
-- it away, with the owner's rights: no role of the site writes it but the product's own. A record stands in
-- it as long as everybody may see it, once for each language, with what its page shows in that language.
REVOKE ALL ON search_entries, search_words, search_words_due, document_texts FROM site_staff;

GRANT SELECT ON search_entries, search_words TO site_visitor;

-- Of a picture, a video or a button in a text only its words: where it lies and leads nobody reads.
CREATE OR REPLACE FUNCTION search_parts_of(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT CASE WHEN value ~ '(^|\n)::(image|video|action)\{' THEN
      replace(regexp_replace(regexp_replace(regexp_replace(value,
        '^::(?:image|video|action)\{(.*)\}$', '\1', 'gn'),
        '\m(?:src|href|size|picture)="[^"]*"', '', 'g'),
        '\m(?:alt|caption|title|label)="([^"]*)"', '\1 ', 'g'), '&#x22;', '"')
    ELSE value END
  $$;

-- A text without what a reader does not see: line breaks, control characters, the marks of links and emphasis.
CREATE OR REPLACE FUNCTION search_text_of(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT btrim(regexp_replace(regexp_replace(regexp_replace(search_parts_of(left(coalesce(value, ''), 100000)),
      '!?\[([^\]\n]*)\]\([^)\s]*\)', '\1', 'g'),
      '[*#`|~]+|^\s*(>|:{2,})', ' ', 'gn'),
      '[\x01-\x20\x7f]+', ' ', 'g'))
  $$;

-- Words without what stands between them, as those of a question are taken apart: no address stays whole. A name with
-- an apostrophe, as N'Zérékoré, stands there as one word too, since people type it as one.
CREATE OR REPLACE FUNCTION search_words_of(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT translate(value, '!"#%&()*+,-./:;<=>?@[\]^_`{|}~’‘«»“”…–—''', repeat(' ', 80)) || coalesce((
      SELECT ' ' || string_agg(translate(name[1], '’‘''', ''), ' ')
      FROM regexp_matches(value, '\m[[:upper:]][’‘''][[:upper:]][[:alpha:]]+', 'g') name), '')
  $$;

CREATE OR REPLACE FUNCTION put_search_entry(kind text, record uuid, language text, page int, path text,
    title text, lead text, content text, happens_at timestamptz, is_cancelled boolean DEFAULT false) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  configuration regconfig := CASE language WHEN 'en' THEN 'site_en' ELSE 'site_fr' END;
  entry uuid := gen_random_uuid();
  named text := search_text_of(title);
  beginning text := search_text_of(lead);
  rest text := search_text_of(content);
BEGIN
  INSERT INTO search_entries (id, kind, record_id, language, page, path, title, body, happens_at,
      is_cancelled, words)
    VALUES (entry, kind, record, language, page, path, named, btrim(beginning || ' ' || rest), happens_at,
      is_cancelled,
      setweight(to_tsvector(configuration, search_words_of(named)), 'A')
        || setweight(to_tsvector(configuration, search_words_of(beginning)), 'B')
        || setweight(to_tsvector(configuration, search_words_of(rest)), 'D'));
  INSERT INTO search_words_due VALUES (entry);
END $$;

REVOKE ALL ON FUNCTION put_search_entry(text, uuid, text, int, text, text, text, text, timestamptz, boolean)
  FROM PUBLIC;

-- An article as it is now: the job of the clock calls this too, when the moment of one has come or is over.
CREATE OR REPLACE FUNCTION search_article(written uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM search_entries WHERE record_id = written;
  PERFORM put_search_entry('news', n.id, language, 0, '/news/' || n.id, own.title, own.excerpt, own.content,
    n.dated_at)
  FROM news n, LATERAL (VALUES ('fr', n.title, n.excerpt, n.content),
    ('en', coalesce(nullif(n.title_en, ''), n.title), coalesce(nullif(n.excerpt_en, ''), n.excerpt),
      coalesce(nullif(n.content_en, ''), n.content))) AS own (language, title, excerpt, content)
  WHERE n.id = written AND shown_now(n.published, n.public_from, n.public_until);
END $$;

REVOKE ALL ON FUNCTION search_article(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION search_article(uuid) TO site_system;

CREATE OR REPLACE FUNCTION search_news() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM search_article(OLD.id);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.id <> OLD.id) THEN
    PERFORM search_article(NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER news_searched AFTER INSERT OR DELETE OR UPDATE OF
  title, title_en, excerpt, excerpt_en, content, content_en, published, public_from, public_until, created_at ON news
  FOR EACH ROW EXECUTE FUNCTION search_news();

-- Every event has its page, also when it is over or cancelled.
CREATE OR REPLACE FUNCTION search_events() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM search_entries WHERE record_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM put_search_entry('event', NEW.id, language, 0, '/events/' || NEW.id, own.title, own.location,
      concat_ws(E'\n', own.description, own.rules), NEW.starts_at, NEW.status = 'cancelled')
    FROM (VALUES ('fr', NEW.title, NEW.location, NEW.description, NEW.rules),
      ('en', coalesce(nullif(NEW.title_en, ''), NEW.title), coalesce(nullif(NEW.location_en, ''), NEW.location),
        coalesce(nullif(NEW.description_en, ''), NEW.description),
        coalesce(nullif(NEW.rules_en, ''), NEW.rules))) AS own (language, title, location, description, rules);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER events_searched AFTER INSERT OR DELETE OR UPDATE OF title, title_en, description,
  description_en, location, location_en, rules, rules_en, date, time, status ON events
  FOR EACH ROW EXECUTE FUNCTION search_events();

-- What the sections of a page say in a language, in their order. The home page draws some by itself, under their title.
CREATE OR REPLACE FUNCTION page_words(page uuid, english boolean) RETURNS text
  LANGUAGE sql STABLE
  AS $$
    SELECT string_agg(concat_ws(E'\n',
        coalesce(CASE WHEN english THEN nullif(s.title_en, '') END, s.title),
        CASE WHEN s.section_key NOT IN ('news', 'events', 'stats') THEN
          coalesce(CASE WHEN english THEN nullif(s.content_en, '') END, s.content) END,
        (SELECT string_agg(coalesce(CASE WHEN english THEN nullif(part ->> (name || '_en'), '') END,
            part ->> name), E'\n' ORDER BY place, name)
          FROM jsonb_array_elements(jsonb_build_array(s.settings)
              || coalesce(s.settings -> 'items', '[]') || coalesce(s.settings -> 'images', '[]'))
            WITH ORDINALITY AS parts (part, place),
            unnest(ARRAY['alt', 'name', 'role', 'text', 'title']) name)
      ), E'\n' ORDER BY s.sort_order, s.id)
    FROM page_sections s WHERE s.page_id = page AND s.is_active
  $$;

CREATE OR REPLACE FUNCTION search_page(written uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM search_entries WHERE record_id = written;
  PERFORM put_search_entry('page', p.id, language, 0, CASE p.slug WHEN 'home' THEN '/' ELSE '/' || p.slug END,
    CASE WHEN language = 'en' THEN coalesce(nullif(p.title_en, ''), p.title) ELSE p.title END,
    CASE WHEN language = 'en' THEN coalesce(nullif(p.meta_description_en, ''), p.meta_description)
      ELSE p.meta_description END,
    page_words(p.id, language = 'en'), p.created_at)
  FROM pages p, unnest(ARRAY['fr', 'en']) language WHERE p.id = written
    AND shown_now(p.status = 'published', p.public_from, p.public_until);
END $$;

REVOKE ALL ON FUNCTION search_page(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION search_page(uuid) TO site_system;

CREATE OR REPLACE FUNCTION search_pages() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM search_page(id) FROM (
    SELECT DISTINCT (version ->> TG_ARGV[0])::uuid AS id FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) version
  ) touched WHERE id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pages_searched AFTER INSERT OR DELETE OR UPDATE OF
  slug, title, title_en, meta_description, meta_description_en, status, public_from, public_until ON pages
  FOR EACH ROW EXECUTE FUNCTION search_pages('id');

CREATE OR REPLACE TRIGGER page_sections_searched AFTER INSERT OR DELETE OR UPDATE OF
  page_id, title, title_en, content, content_en, settings, is_active, sort_order ON page_sections
  FOR EACH ROW EXECUTE FUNCTION search_pages('page_id');

-- Whether a file is one of the documents that everybody sees.
CREATE OR REPLACE FUNCTION is_document(file static_files) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT coalesce(file.is_public AND file.is_resource AND file.category_id IS NOT NULL, false) $$;

-- The pages of a document, as they were read from the content that it has now.
CREATE OR REPLACE FUNCTION search_document_pages(file static_files) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM search_entries WHERE record_id = file.id AND language = 'any';
  PERFORM put_search_entry('resource', file.id, 'any', place::int, '/resources/' || file.id, '', '', words,
    file.created_at)
  FROM document_texts t, unnest(t.pages) WITH ORDINALITY AS pages (words, place)
  WHERE is_document(file) AND t.file_url = file.file_url AND t.sha256 IS NOT DISTINCT FROM file.sha256
    AND t.read_at IS NOT NULL AND btrim(words) <> '';
END $$;

REVOKE ALL ON FUNCTION search_document_pages(static_files) FROM PUBLIC;

CREATE OR REPLACE FUNCTION search_documents() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE record_id = OLD.id;
    RETURN NULL;
  END IF;
  DELETE FROM search_entries WHERE record_id = NEW.id AND language <> 'any';
  IF is_document(NEW) THEN
    PERFORM put_search_entry('resource', NEW.id, language, 0, '/resources/' || NEW.id, own.title,
      own.description, '', NEW.created_at)
    FROM (VALUES ('fr', NEW.title, NEW.description), ('en', coalesce(nullif(NEW.title_en, ''), NEW.title),
      coalesce(nullif(NEW.description_en, ''), NEW.description))) AS own (language, title, description);
  END IF;
  -- A new title leaves a hundred pages as they are.
  IF TG_OP = 'INSERT' OR is_document(OLD) <> is_document(NEW)
    OR (OLD.file_url, OLD.sha256) IS DISTINCT FROM (NEW.file_url, NEW.sha256) THEN
    PERFORM search_document_pages(NEW);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER static_files_searched AFTER INSERT OR DELETE OR UPDATE OF title, title_en,
  description, description_en, is_public, is_resource, category_id, file_url, sha256, created_at ON static_files
  FOR EACH ROW EXECUTE FUNCTION search_documents();

CREATE OR REPLACE FUNCTION search_read_document() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  PERFORM search_document_pages(f) FROM static_files f
  WHERE f.file_url = NEW.file_url AND f.sha256 IS NOT DISTINCT FROM NEW.sha256 AND is_document(f);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER document_texts_searched AFTER INSERT OR UPDATE OF pages, read_at ON document_texts
  FOR EACH ROW WHEN (NEW.read_at IS NOT NULL) EXECUTE FUNCTION search_read_document();

CREATE OR REPLACE TRIGGER static_files_to_read AFTER INSERT OR DELETE OR UPDATE OF is_public, is_resource,
  category_id, file_url, sha256 ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('search.documents');

CREATE OR REPLACE TRIGGER search_words_wanted AFTER INSERT ON search_words_due
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('search.words');

-- An address that a page had leads to the one it has. Whoever takes it again ends that, a draft too.
GRANT SELECT ON former_slugs TO site_visitor;

CREATE OR REPLACE FUNCTION keep_former_slug() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM former_slugs WHERE slug = NEW.slug;
  IF TG_OP = 'UPDATE' AND OLD.slug NOT IN (NEW.slug, 'home') THEN
    INSERT INTO former_slugs (slug, page_id) VALUES (OLD.slug, NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER pages_moved AFTER INSERT OR UPDATE OF slug ON pages
  FOR EACH ROW EXECUTE FUNCTION keep_former_slug();

-- One that comes back from the bin finds its old address taken, or kept for the page that had it last.
CREATE OR REPLACE FUNCTION take_former_slug() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pages WHERE slug = NEW.slug)
    OR EXISTS (SELECT 1 FROM former_slugs WHERE slug = NEW.slug AND created_at > NEW.created_at) THEN
    RETURN NULL;
  END IF;
  DELETE FROM former_slugs WHERE slug = NEW.slug;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER former_slugs_taken BEFORE INSERT ON former_slugs
  FOR EACH ROW EXECUTE FUNCTION take_former_slug();

-- A link to a version of a record goes with the record, into the bin too: it never comes back.
CREATE OR REPLACE FUNCTION end_previews() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM preview_links WHERE record_id = OLD.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER news_previews_ended AFTER DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION end_previews();

CREATE OR REPLACE TRIGGER events_previews_ended AFTER DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION end_previews();

CREATE OR REPLACE TRIGGER pages_previews_ended AFTER DELETE ON pages
  FOR EACH ROW EXECUTE FUNCTION end_previews();

-- The texts of a row that have an English twin: every column beside one that is called so with `_en` behind it;
-- of sections and settings, what their parts are called too.
CREATE OR REPLACE FUNCTION twin_names(entity text, row_is jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT CASE entity
      WHEN 'page_sections' THEN ARRAY['title', 'content', 'alt', 'button_label', 'text', 'role']
      WHEN 'site_settings' THEN ARRAY['name', 'label', 'address', 'title', 'text',
        'lead', 'mission', 'vision', 'excellence', 'excellence_text', 'integrity',
        'integrity_text', 'inclusivity', 'inclusivity_text', 'innovation', 'innovation_text',
        'become', 'visibility', 'visibility_text', 'network', 'network_text',
        'international', 'international_text', 'contact', 'contact_text', 'proposal',
        'proposal_text', 'finalization', 'finalization_text', 'activation',
        'activation_text']
      ELSE ARRAY(SELECT left(key, -3) FROM jsonb_object_keys(row_is) key WHERE right(key, 3) = '_en')
    END
  $$;

-- Whether a value is a text with words, or a list of some.
CREATE OR REPLACE FUNCTION has_words(value jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT coalesce(CASE jsonb_typeof(value)
      WHEN 'string' THEN value #>> '{}' ~ '\S'
      WHEN 'array' THEN jsonb_array_length(value) > 0 END, false)
  $$;

-- A text as it reads: its spaces, and the signs that keep Markdown from reading it otherwise, change nothing.
CREATE OR REPLACE FUNCTION bare_words(value jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT regexp_replace(coalesce(value #>> '{}', ''), '[\s\\]+', '', 'g') $$;

-- Every French text of a row that has words, with its English: of its columns, and within its settings.
CREATE OR REPLACE FUNCTION twin_texts(value jsonb, names text[], path text DEFAULT '')
  RETURNS TABLE (field text, fr jsonb, en jsonb)
  LANGUAGE plpgsql IMMUTABLE
  AS $$
DECLARE part record;
BEGIN
  IF jsonb_typeof(value) = 'object' THEN
    RETURN QUERY SELECT path || n, value -> n, value -> (n || '_en') FROM unnest(names) n
      WHERE CASE jsonb_typeof(value -> n) WHEN 'string' THEN value ->> n ~ '\S'
        WHEN 'array' THEN jsonb_array_length(value -> n) > 0 END;
    -- Of the columns of a row, settings alone have parts.
    IF path <> '' OR value ?| ARRAY['settings', 'setting_value'] THEN
      FOR part IN SELECT key, item FROM jsonb_each(value) AS entry (key, item)
        WHERE jsonb_typeof(item) IN ('object', 'array') AND key <> ALL (names) LOOP
        RETURN QUERY SELECT * FROM twin_texts(part.item, names, path || part.key || '.');
      END LOOP;
    END IF;
  ELSIF jsonb_typeof(value) = 'array' THEN
    FOR part IN SELECT item, place FROM jsonb_array_elements(value) WITH ORDINALITY AS list (item, place)
      WHERE jsonb_typeof(item) = 'object' LOOP
      RETURN QUERY SELECT * FROM twin_texts(part.item, names, path || (part.place - 1) || '.');
    END LOOP;
  END IF;
END $$;

-- Notes how the English of a row stands. A text whose English was written now is of its French of now; of any
-- other it stays what it was, so that what changed in the French since can be shown.
CREATE OR REPLACE FUNCTION put_translation(of text, now_is jsonb, was jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
DECLARE
  record_id uuid := (now_is ->> 'id')::uuid;
  names text[] := twin_names(of, now_is);
  kept jsonb;
  twin record;
  base jsonb;
  bases jsonb := '{}';
  lacking int := 0;
  stale int := 0;
BEGIN
  SELECT basis INTO kept FROM translations WHERE entity = of AND entity_id = record_id;
  IF (now_is ->> 'is_resource') = 'false' AND kept IS NULL THEN
    RETURN;
  END IF;
  FOR twin IN
    SELECT n.field, n.fr, n.en, w.fr AS was_fr, w.en AS was_en
    FROM twin_texts(now_is, names) n LEFT JOIN twin_texts(was, names) w USING (field)
  LOOP
    IF NOT has_words(twin.en) THEN
      lacking := lacking + 1;
      CONTINUE;
    END IF;
    base := CASE WHEN was IS NOT NULL AND bare_words(twin.en) <> bare_words(twin.was_en) THEN twin.fr
      ELSE coalesce(kept -> twin.field, twin.was_fr, twin.fr) END;
    bases := bases || jsonb_build_object(twin.field, base);
    IF bare_words(base) <> bare_words(twin.fr) THEN
      stale := stale + 1;
    END IF;
  END LOOP;
  -- A file that is no document, and a package that is offered no more, wait for no words.
  IF (now_is ->> 'is_resource') = 'false' OR (now_is ->> 'withdrawn_at') IS NOT NULL THEN
    lacking := 0;
    stale := 0;
  END IF;
  INSERT INTO translations AS t (id, entity, entity_id, parent_id, label, basis, missing, outdated)
  VALUES (gen_random_uuid(), of, record_id,
    coalesce(now_is ->> 'page_id', now_is ->> 'event_id')::uuid,
    coalesce(now_is ->> 'title', now_is ->> 'name', now_is ->> 'section_key', now_is ->> 'setting_key', ''),
    bases, lacking, stale)
  ON CONFLICT (entity, entity_id) DO UPDATE SET
    parent_id = excluded.parent_id, label = excluded.label, basis = excluded.basis,
    missing = excluded.missing, outdated = excluded.outdated,
    changed_at = CASE WHEN (t.missing, t.outdated) = (excluded.missing, excluded.outdated)
      THEN t.changed_at ELSE site_now() END
  WHERE (t.parent_id, t.label, t.basis, t.missing, t.outdated) IS DISTINCT FROM
    (excluded.parent_id, excluded.label, excluded.basis, excluded.missing, excluded.outdated);
END $$;

REVOKE ALL ON FUNCTION put_translation(text, jsonb, jsonb) FROM PUBLIC;

CREATE OR REPLACE FUNCTION note_translation() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- From the bin it comes back with what its English was written from.
    UPDATE translations SET missing = 0, outdated = 0
      WHERE entity = TG_TABLE_NAME AND entity_id = OLD.id AND missing + outdated > 0;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM put_translation(TG_TABLE_NAME, to_jsonb(NEW), NULL);
  ELSE
    PERFORM put_translation(TG_TABLE_NAME, to_jsonb(NEW), to_jsonb(OLD));
  END IF;
  RETURN NULL;
END $$;

-- On each table that visitors read and that has English twins; a version of a legal text is written whole. Of an
-- update only what may change a text: places and downloads are counted all day.
DO $$
DECLARE
  name text;
  beside text;
BEGIN
  FOR name IN SELECT tablename FROM pg_policies
    WHERE schemaname = 'public' AND policyname = tablename || '_visitor_reads' AND tablename <> 'legal_texts'
      AND EXISTS (SELECT FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = tablename AND right(column_name, 3) = '_en')
    UNION SELECT 'site_settings' LOOP
    SELECT string_agg(format('%I', column_name), ', ') INTO beside FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = name AND (right(column_name, 3) = '_en'
        OR column_name || '_en' IN (SELECT twin.column_name FROM information_schema.columns twin
          WHERE twin.table_schema = 'public' AND twin.table_name = name)
        OR column_name IN ('settings', 'setting_value', 'is_resource', 'withdrawn_at', 'page_id', 'name', 'title'));
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT OR DELETE OR UPDATE OF %s ON %I
      FOR EACH ROW EXECUTE FUNCTION note_translation()', name || '_translated', beside, name);
    -- What was there before there was a trigger.
    EXECUTE format('SELECT put_translation(%L, to_jsonb(t), NULL) FROM %I t
      WHERE NOT EXISTS (SELECT FROM translations WHERE entity = %L AND entity_id = t.id)', name, name, name);
  END LOOP;
END $$;
