-- Every three letters of a text that follow one another, each behind the letter under which its row
-- stands in an order: see shelfIndex. IMMUTABLE, so that an index can hold them.
CREATE FUNCTION shelf_keys(shelf text, value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$
    SELECT array_agg(DISTINCT shelf || substr(value, place, 3))
    FROM generate_series(1, length(value) - 2) place
  $$;
