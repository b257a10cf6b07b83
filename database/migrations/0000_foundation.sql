-- What every table stands on: extensions, the three roles, and the functions that policies,
-- generated columns and triggers call.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Roles belong to the whole server, so they may exist already. The login role must be able to take
-- each of them; where it may not grant them to itself, an administrator did so before.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['site_visitor', 'site_staff', 'site_system'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
      EXECUTE format('GRANT %I TO %I', name, current_user);
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END;
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO site_visitor, site_staff, site_system;
--> statement-breakpoint
-- Staff and jobs reach every table that is ever made here; visitors only what is granted by name.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO site_staff, site_system;
--> statement-breakpoint
-- How text is compared in searches: lower case, no accents; lower comes last too, since in the C
-- locale it does not know É, of which unaccent makes E. IMMUTABLE is true as long as the
-- dictionary is named, which plain unaccent(text) does not do.
CREATE FUNCTION search_form(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, lower(value))) $$;
--> statement-breakpoint
-- Whether the account in app.user_id is an active administrator. Reads profiles with its owner's
-- rights, since the policies that call it decide who may read profiles. plpgsql, because the table
-- is made after it.
CREATE FUNCTION is_admin() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM profiles
    WHERE id::text = current_setting('app.user_id', true) AND role = 'admin' AND is_active
  );
END $$;
--> statement-breakpoint
-- Tells every process, at commit, which table visitors would now read differently.
CREATE FUNCTION notify_content_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('content_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
