import { sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { MOST_PAIRS, type Pair, REASONS } from "./duplicates.ts";

/** A telephone of more people is that of a family, a club or a shop. */
const MOST_OF_NUMBER = 4;
/** A child is known by name and birth date alone: brothers and sisters share the telephone and address of a parent. */
const GROWN_YEARS = 18;

/**
 * Pairs of people who may be one: with the same name, in whatever order and accents, and the same birth date, telephone or
 * address; or of one telephone. Every record is read once, which takes half a second for 20,000 members and 40,000
 * registrations.
 */
export async function findDuplicates(db: SystemDb): Promise<Pair[]> {
  const rows = await rowsOf<{ pair: Pair }>(
    db,
    sql`with written as (
      select id, lower(email) as email, first_name, last_name, birth_date, phone, guardian_name is not null as guarded
      from members where member_type = 'player' and organisation is null and not is_test and not is_sample
      union all
      select id, lower(email), first_name, last_name, birth_date, phone, guardian_name is not null
      from event_registrations where not is_test and not is_sample
    ), folded as materialized (
      select email, first_name, last_name, birth_date, phone, bool_or(guarded) as guarded, array_agg(id) as ids,
        search_form(first_name) as form, (select string_agg(word, ' ' order by word)
          from string_to_table(search_form(first_name || ' ' || last_name), ' ') word where word <> '') as name
      from written group by email, first_name, last_name, birth_date, phone
    ), rows as (
      -- Numbers are sorted sooner than texts; two that are equal by chance are told apart below.
      select *, hashtext(name || coalesce(' ' || birth_date, ids[1]::text)) as by_birth,
        hashtext(coalesce(phone, ids[1]::text)) as by_phone, hashtext(name || ' ' || email) as by_email,
        hashtext(email || ' ' || form) as person, hashtext(email || ' ' || form || coalesce(' ' || birth_date, '')) as who
      from folded
    ), compared as (
      select *, min(who) over birth <> max(who) over birth or min(who) over phones <> max(who) over phones
        or min(who) over emails <> max(who) over emails as is_suspect
      from rows
      window birth as (partition by by_birth), phones as (partition by by_phone), emails as (partition by by_email)
    ), suspects as (
      -- Few share anything with somebody else: what follows is about these alone.
      select *, bool_or(is_suspect) over (partition by person) as is_suspected from compared
    ), dated as (
      select *,
        -- Who gave no birth date is the one person of that name at the address.
        coalesce(birth_date, case when min(birth_date) over same = max(birth_date) over same
          then min(birth_date) over same end) as born
      from suspects where is_suspected
      window same as (partition by email, form)
    ), people as materialized (
      select row_number() over () as person, email, form, born, array_agg(id order by id) as ids,
        array_agg(distinct name) as names, array_remove(array_agg(distinct phone), null) as phones,
        (array_agg(first_name || ' ' || last_name order by id desc))[1] as called,
        bool_or(guarded) or coalesce(born > site_today() - interval '${sql.raw(String(GROWN_YEARS))} years', false) as is_child
      from dated, unnest(dated.ids) id group by email, form, born
    ), keys as (
      select person, 0 as strength, name || ' ' || born as key from people, unnest(names) name where born is not null
      union all select person, 1, name || ' ' || phone from people, unnest(names) name, unnest(phones) phone where not is_child
      union all select person, 2, name || ' ' || email from people, unnest(names) name where not is_child
      union all select person, 3, phone from people, unnest(phones) phone where not is_child
    ), groups as (
      select strength, array_agg(distinct person) as found from keys group by strength, key
      having count(distinct person) > 1 and (strength < 3 or count(distinct person) <= ${MOST_OF_NUMBER})
    ), pairs as (
      select least(a, b) as one, greatest(a, b) as other, min(strength) as strength
      from groups, unnest(found) a, unnest(found) b where a < b group by 1, 2
    )
    select json_build_object('reason', strength,
      'one', json_build_object('id', p.ids[1], 'name', p.called, 'email', p.email, 'birth_date', p.born),
      'other', json_build_object('id', q.ids[1], 'name', q.called, 'email', q.email, 'birth_date', q.born)) as pair
    from pairs join people p on p.person = one join people q on q.person = other
    where not exists (select from people_apart where (one_id = any(p.ids) and other_id = any(q.ids))
      or (one_id = any(q.ids) and other_id = any(p.ids)))
    order by strength, p.called, p.ids[1], q.ids[1] limit ${MOST_PAIRS + 1}`,
  );
  return rows.map(({ pair }) => ({
    ...pair,
    reason: REASONS[Number(pair.reason)] ?? "number",
  }));
}
