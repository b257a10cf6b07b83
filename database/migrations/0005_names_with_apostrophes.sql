UPDATE "search_entries" SET "words" = "words" || (
	SELECT setweight(to_tsvector(CASE "language" WHEN 'en' THEN 'site_en' ELSE 'site_fr' END::regconfig,
		string_agg(translate(name[1], '’‘''', ''), ' ')), 'B')
	FROM regexp_matches("title" || ' ' || "body", '\m[[:upper:]][’‘''][[:upper:]][[:alpha:]]+', 'g') name)
WHERE "title" || ' ' || "body" ~ '\m[[:upper:]][’‘''][[:upper:]][[:alpha:]]+';
