-- Whether a registration in this status keeps a place from others.
CREATE FUNCTION holds_place(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT status IN ('held', 'confirmed', 'offered') $$;
--> statement-breakpoint
-- The participants of an event move with its registrations, whoever changes them and however: a
-- form, a job, staff. The CHECK on events then refuses a place too many.
CREATE FUNCTION count_places() RETURNS trigger
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
--> statement-breakpoint
CREATE TRIGGER event_registrations_count AFTER INSERT OR DELETE ON event_registrations
  FOR EACH ROW EXECUTE FUNCTION count_places();
--> statement-breakpoint
CREATE TRIGGER event_registrations_recount AFTER UPDATE OF status, event_id ON event_registrations
  FOR EACH ROW
  WHEN (holds_place(OLD.status) <> holds_place(NEW.status) OR OLD.event_id <> NEW.event_id)
  EXECUTE FUNCTION count_places();
--> statement-breakpoint
-- The places of an event in figures, without letting a visitor see one registration.
CREATE FUNCTION event_places(event uuid, OUT held bigint, OUT offered bigint, OUT waiting bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT count(*) FILTER (WHERE status = 'held'), count(*) FILTER (WHERE status = 'offered'),
      count(*) FILTER (WHERE status = 'waiting')
    FROM event_registrations
    WHERE event_id = event AND status IN ('held', 'offered', 'waiting')
  $$;
--> statement-breakpoint
CREATE TRIGGER event_registrations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
  ON event_registrations FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
-- A place that may have become free wakes the job that offers it.
CREATE TRIGGER event_registrations_due AFTER DELETE OR UPDATE OF status ON event_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');
--> statement-breakpoint
CREATE TRIGGER events_places_due AFTER UPDATE OF max_participants, status, date, time ON events
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('registrations.offers');
