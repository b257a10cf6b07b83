UPDATE "search_entries" SET "words" = "words" || (
	SELECT setweight(to_tsvector(CASE "language" WHEN 'en' THEN 'site_en' ELSE 'site_fr' END::regconfig,
		string_agg(translate(name[1], '’‘''', ''), ' ')), 'B')
	FROM regexp_matches("title" || ' ' || "body", '\m[[:upper:]][’‘''][[:upper:]][[:alpha:]]+', 'g') name)
WHERE "title" || ' ' || "body" ~ '\m[[:upper:]][’‘''][[:upper:]][[:alpha:]]+';--> statement-breakpoint
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
  $$;--> statement-breakpoint
DO $$ BEGIN
	IF to_regprocedure('search_page(uuid)') IS NOT NULL THEN
		PERFORM search_page(id) FROM pages WHERE slug = 'home';
	END IF;
END $$;
