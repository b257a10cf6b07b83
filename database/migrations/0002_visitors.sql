-- What visitors are granted. Row-level security then narrows each grant to published rows.
GRANT SELECT ON site_settings, news, events, pages, page_sections, leadership_team,
  membership_types, highlights, file_categories, static_files TO site_visitor;
--> statement-breakpoint
-- Contact persons, periods and notes of a partner are for staff.
GRANT SELECT (id, name, description, description_en, logo_url, website, partnership_type, status,
  created_at) ON partners TO site_visitor;
--> statement-breakpoint
GRANT INSERT ON newsletter_subscriptions, members, contact_messages TO site_visitor;
--> statement-breakpoint
-- The community in figures, without letting a visitor see one member. Only active ones count.
CREATE FUNCTION community_statistics(OUT players bigint, OUT clubs bigint, OUT partners bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS $$
    SELECT
      (SELECT count(*) FROM members WHERE member_type = 'player' AND status = 'active'),
      (SELECT count(*) FROM members WHERE member_type = 'club' AND status = 'active'),
      (SELECT count(*) FROM partners WHERE status = 'active')
  $$;
--> statement-breakpoint
-- Counts one download of a public file; a visitor may change nothing else of it.
CREATE FUNCTION count_download(file uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public
  AS $$ UPDATE static_files SET download_count = download_count + 1 WHERE id = file AND is_public $$;
--> statement-breakpoint
-- A statement trigger on each table that public pages read.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['site_settings', 'news', 'events', 'pages', 'page_sections', 'members',
    'membership_types', 'partners', 'leadership_team', 'highlights', 'file_categories'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed()', name || '_changed', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- A download moves only download_count, and must not empty the page cache: the columns are named.
CREATE TRIGGER static_files_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  filename, file_url, file_type, file_size, category_id, title, title_en, alt_text, description,
  description_en, width, height, is_public, is_featured, is_protected ON static_files
  FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
