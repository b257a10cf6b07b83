-- What every table stands on: extensions, the roles, and the functions that policies, indexes and
-- generated columns call. Applied before the migrations, at every start that finds it missing or changed:
-- each statement may run again, on an empty database and on one in use.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE EXTENSION IF NOT EXISTS unaccent;

-- What somebody may be besides an administrator: `OFFICE_ROLES` says the same, in this order.
CREATE OR REPLACE FUNCTION office_parts() RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT ARRAY['editor', 'treasurer', 'events', 'door'] $$;

-- The role in the database of whoever holds these, in whatever order; nothing for none that is known.
CREATE OR REPLACE FUNCTION office_role_named(held text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT 'site_office_' || string_agg(part, '_' ORDER BY place)
    FROM unnest(public.office_parts()) WITH ORDINALITY AS parts (part, place) WHERE part = ANY (held)
  $$;

-- Roles belong to the whole server, so they may exist already; a login that may not make or grant them is
-- well served by an administrator who did. The login must be able to take each of them. `site_office` is
-- what all of the office have in common; of its parts there is one for each union, made of them alone.
DO $$
DECLARE
  parts text[] := office_parts();
  roles text[] := ARRAY['site_visitor', 'site_staff', 'site_system', 'site_office'];
  name text;
  part text;
BEGIN
  FOR every IN 1 .. 2 ^ cardinality(parts) - 1 LOOP
    roles := roles || office_role_named(ARRAY(
      SELECT parts[place] FROM generate_subscripts(parts, 1) place WHERE every & (1 << (place - 1)) > 0));
  END LOOP;
  -- Parts before what is made of them.
  FOR name IN SELECT one FROM unnest(roles) one ORDER BY length(one) - length(replace(one, '_', '')) LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    -- Since PostgreSQL 16, whoever makes a role is its member, but may not take it yet.
    IF NOT pg_has_role(name, CASE WHEN current_setting('server_version_num')::int < 160000
      THEN 'MEMBER' ELSE 'SET' END) THEN
      BEGIN
        EXECUTE format('GRANT %I TO %I', name, current_user);
      EXCEPTION WHEN insufficient_privilege THEN NULL;
      END;
    END IF;
    -- What a role is made of: of one part, what all have in common; of several, those.
    FOREACH part IN ARRAY CASE WHEN name LIKE 'site\_office\_%'
      THEN string_to_array(substr(name, length('site_office_') + 1), '_') ELSE '{}' END LOOP
      part := CASE WHEN name = 'site_office_' || part THEN 'site_office' ELSE 'site_office_' || part END;
      IF NOT pg_has_role(name, part, 'USAGE') THEN
        BEGIN
          EXECUTE format('GRANT %I TO %I', part, name);
        EXCEPTION WHEN insufficient_privilege THEN NULL;
        END;
      END IF;
    END LOOP;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO site_visitor, site_staff, site_system, site_office;

-- The time of this transaction by the clock of the product, as the door that began it said; where no door
-- did (a migration, somebody at the console), by that of the server. Nothing else of ours asks for the time.
CREATE OR REPLACE FUNCTION site_now() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

-- The day in Conakry, which is on UTC all year.
CREATE OR REPLACE FUNCTION site_today() RETURNS date
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT (site_now() AT TIME ZONE 'UTC')::date $$;

-- Whether visitors see now what is published from one moment until another; either may be open. The one rule:
-- policies, lists, feeds, the search and the jobs all ask it, and it goes into their indexes' conditions.
CREATE OR REPLACE FUNCTION shown_now(published boolean, since timestamptz, until timestamptz) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT published AND (since IS NULL OR since <= site_now()) AND (until IS NULL OR until > site_now()) $$;

-- How text is compared in searches: lower case, no accents; lower comes last too, since in the C
-- locale it does not know É, of which unaccent makes E. IMMUTABLE is true as long as the
-- dictionary is named, which plain unaccent(text) does not do.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, lower(value))) $$;

-- How the words of the site are compared in its search: French and English stems, whatever the accents.
DO $$
DECLARE language record;
BEGIN
  FOR language IN SELECT * FROM (VALUES ('site_fr', 'french', 'french_stem'), ('site_en', 'english', 'english_stem'))
    AS languages (name, original, stems) LOOP
    IF NOT EXISTS (SELECT FROM pg_ts_config WHERE cfgname = language.name
      AND cfgnamespace = 'public'::regnamespace) THEN
      EXECUTE format('CREATE TEXT SEARCH CONFIGURATION public.%I (COPY = pg_catalog.%I)', language.name,
        language.original);
      EXECUTE format('ALTER TEXT SEARCH CONFIGURATION public.%I ALTER MAPPING FOR asciiword, asciihword,
        hword_asciipart, word, hword, hword_part WITH public.unaccent, pg_catalog.%I', language.name, language.stems);
    END IF;
  END LOOP;
END $$;

-- Whether the account in app.user_id is an active administrator. Reads profiles with its owner's
-- rights, since the policies that call it decide who may read profiles. plpgsql, because the table
-- is made after it.
CREATE OR REPLACE FUNCTION is_admin() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM profiles
    WHERE id::text = current_setting('app.user_id', true) AND role = 'admin' AND is_active
  );
END $$;

-- Whether that account is active and has any role: it may pass the door of staff.
CREATE OR REPLACE FUNCTION is_staff() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM profiles
    WHERE id::text = current_setting('app.user_id', true) AND is_active
      AND (role = 'admin' OR roles <> '{}')
  );
END $$;

-- As which role an account works behind the door of staff: administrators as `site_staff`, others as what they
-- hold. Nothing for whoever may not pass. Whoever opens the door takes what this says, and no other.
CREATE OR REPLACE FUNCTION office_role(account text) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN (SELECT CASE WHEN role = 'admin' THEN 'site_staff' ELSE office_role_named(roles) END
    FROM profiles WHERE id::text = account AND is_active);
END $$;

-- Whether whoever asks works as one of these roles, and not as an administrator: other roles are called otherwise.
CREATE OR REPLACE FUNCTION is_of_office() RETURNS boolean
  LANGUAGE sql STABLE
  AS $$ SELECT current_user ~ '^site_office(_|$)' $$;

-- Only whoever opens a door asks which role somebody has: the login of the product, which may take these.
REVOKE ALL ON FUNCTION office_role(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION office_role(text) TO site_system;

-- Whether that account is active and administers the site or has one of these roles.
CREATE OR REPLACE FUNCTION holds_role(VARIADIC wanted text[]) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM profiles
    WHERE id::text = current_setting('app.user_id', true) AND is_active
      AND (role = 'admin' OR roles && wanted)
  );
END $$;

-- Whether that account stands at the door of an event now: from the day before it until the end of the day after
-- it, unless it is cancelled. The one rule: the screens ask it, and so do the policies of what the door changes.
CREATE OR REPLACE FUNCTION stands_at(event uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM event_door d
    JOIN profiles p ON p.id = d.account_id
    JOIN events e ON e.id = d.event_id
    WHERE d.event_id = event AND p.id::text = current_setting('app.user_id', true)
      AND p.is_active AND 'door' = ANY (p.roles) AND e.status <> 'cancelled'
      AND site_today() BETWEEN e.date - 1 AND coalesce(e.end_date, e.date) + 1
  );
END $$;

-- The events at whose door that account stands now.
CREATE OR REPLACE FUNCTION own_doors() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN ARRAY(SELECT d.event_id FROM event_door d
    WHERE d.account_id::text = current_setting('app.user_id', true) AND stands_at(d.event_id));
END $$;

-- Every three letters of a text that follow one another, each behind the letter under which its row
-- stands in an order: see shelfIndex. IMMUTABLE, so that an index can hold them.
CREATE OR REPLACE FUNCTION shelf_keys(shelf text, value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$
    SELECT array_agg(DISTINCT shelf || substr(value, place, 3))
    FROM generate_series(1, length(value) - 2) place
  $$;

-- What was applied here, so that a start sees at once whether anything is missing, and a version that is
-- too old whether it may read. No visitor and no member of staff reaches this schema.
CREATE SCHEMA IF NOT EXISTS drizzle;

CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
  id serial PRIMARY KEY, hash text NOT NULL, created_at bigint
);

CREATE TABLE IF NOT EXISTS drizzle.schema_state (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- The migration that a version must know to read this database.
  minimum_reader bigint NOT NULL DEFAULT 0,
  -- Every schema that was applied, the last one last.
  sql_hashes text[] NOT NULL DEFAULT '{}',
  facts text[] NOT NULL DEFAULT '{}',
  token text NOT NULL DEFAULT ''
);

INSERT INTO drizzle.schema_state DEFAULT VALUES ON CONFLICT DO NOTHING;

-- A row says that the site was restored and that nothing leaves it until a person releases it.
CREATE TABLE IF NOT EXISTS drizzle.rest (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one)
);

ALTER TABLE drizzle.rest
  -- Which archive it came from, and the moment as of which it knows everything.
  ADD COLUMN IF NOT EXISTS archive text,
  ADD COLUMN IF NOT EXISTS archive_at timestamptz,
  ADD COLUMN IF NOT EXISTS restored_at timestamptz NOT NULL DEFAULT site_now(),
  -- What was asked for before the release, and how far it came.
  ADD COLUMN IF NOT EXISTS steps jsonb NOT NULL DEFAULT '{}',
  -- The process that does it has it until then.
  ADD COLUMN IF NOT EXISTS lease_until timestamptz;

-- After a restore, the receipts of a year go on above this number: what was given since the archive stays unique.
CREATE TABLE IF NOT EXISTS drizzle.receipt_series (
  year integer PRIMARY KEY,
  above integer NOT NULL
);

-- Where /readyz tries a write.
CREATE TABLE IF NOT EXISTS drizzle.write_probe (tried_at timestamptz NOT NULL);
