-- Whoever reads a token or a hash can become somebody else. Staff see which sessions there are, without
-- their tokens, and end their own; an invitation adds its link, and nobody reads it back.
REVOKE ALL ON auth_accounts, auth_rate_limits, auth_sessions, auth_two_factors, auth_verifications
  FROM site_staff;
--> statement-breakpoint
GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE
  ON auth_sessions TO site_staff;
--> statement-breakpoint
GRANT INSERT ON auth_verifications TO site_staff;
--> statement-breakpoint
-- An account that is deactivated is out at once, on every device, whoever deactivated it and how. With
-- the owner's rights, since staff may not touch the sessions of others.
CREATE FUNCTION end_sessions() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
BEGIN
  DELETE FROM auth_sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_deactivated AFTER UPDATE OF is_active ON profiles
  FOR EACH ROW WHEN (NOT NEW.is_active) EXECUTE FUNCTION end_sessions();
