-- What was uploaded, or replaced, gets its smaller pictures or its cover.
CREATE TRIGGER static_files_due AFTER INSERT OR UPDATE OF file_url ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION wake_job('files.prepare');
--> statement-breakpoint
-- Public cards show the cover and the pages.
CREATE TRIGGER static_files_prepared AFTER UPDATE OF pages, cover_url ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
