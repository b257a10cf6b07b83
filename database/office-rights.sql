-- What somebody of the office who is no administrator may do in the database: each role reads and writes what its
-- screens do, table by table and, where not all of a table is theirs, column by column. What is not named here is
-- closed to them. Several roles are the union of their own (foundation.sql), and administrators have `site_staff`.
-- Which rows they write, where that is not all, the policies say (`officeWrites`); none says who reads what: a condition on rows would keep the search from its index.
-- Applied after guards.sql, which takes every right back first.

-- ——— Everybody of the office

-- The accounts; of one's own, one changes the name and makes one's devices strangers (`profiles_rights`).
GRANT SELECT (id, name, email, role, roles, is_active, device_generation, removed_at, created_at, updated_at)
  ON profiles TO site_office;

GRANT UPDATE (name, device_generation, updated_at) ON profiles TO site_office;

-- Whoever administered the site until a week ago is told of money that one person could let go alone.
GRANT SELECT (administered_until, administered_email) ON profiles TO site_office_treasurer, site_office_events;

-- One's own devices: the policies let nobody see another's.
GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE
  ON auth_sessions TO site_office;

-- What is done is written down, and read by administrators alone.
GRANT INSERT ON audit_log, audit_values TO site_office;

-- A mail is queued beside its reason; none is read.
GRANT INSERT ON mail_outbox TO site_office;

-- The rules and figures that screens go by, those that visitors do not see too.
GRANT SELECT ON site_settings TO site_office;

-- ——— Editors: what the site says

GRANT SELECT, INSERT, UPDATE, DELETE ON news, pages, page_sections, static_files, file_categories, leadership_team,
  partners, highlights TO site_office_editor;

-- Where a file is used, and where a link leads.
GRANT SELECT ON events, event_packages, membership_types, legal_texts, former_slugs TO site_office_editor;

-- ——— Editors and events: who writes texts

GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO site_office_editor, site_office_events;

GRANT SELECT, INSERT, DELETE ON versions, preview_links TO site_office_editor, site_office_events;

GRANT UPDATE (restored_from) ON versions TO site_office_editor, site_office_events;

GRANT SELECT ON translations TO site_office_editor, site_office_events;

GRANT UPDATE (basis, outdated) ON translations TO site_office_editor, site_office_events;

-- What they delete goes into the bin, from which administrators take it.
GRANT INSERT ON bin TO site_office_editor, site_office_events;

-- ——— Events

GRANT SELECT, INSERT, UPDATE, DELETE ON events, event_packages, event_door TO site_office_events;

-- Of what was decided, they hold back what is to be returned (a policy sees to that).
GRANT SELECT, INSERT, UPDATE (returns_from, updated_at) ON event_changes TO site_office_events;

-- Where somebody registered from is for limits alone, which the product keeps; nobody reads these hashes.
GRANT SELECT (id, event_id, reference, ticket_token, first_name, last_name, email, phone, birth_date, gamertag,
    platform, guardian_name, guardian_phone, guardian_relation, guardian_consent, guardian_consent_at, package_id,
    price_id, price_name, price_name_en, amount, currency, language, terms_since, status, arrival, offer_expires_at,
    confirmed_at, order_id, cancelled_by, cancelled_from, checked_in_at, proof_needed, proof_due_at, is_duplicate,
    is_test, search_text, created_at, updated_at), INSERT, UPDATE ON event_registrations TO site_office_events;

-- Whether a message about a registration was sent before, and whether its address takes any.
GRANT SELECT (id, recipient) ON mail_outbox TO site_office_events;

GRANT SELECT ON mail_refusals TO site_office_events;

-- The picture of an event, and where its texts lead.
GRANT SELECT, INSERT ON static_files TO site_office_events;

GRANT SELECT ON file_categories, news, pages TO site_office_events;

-- A place has its order, which is opened, corrected and given up with it; what was paid is asked back. Taking money,
-- and letting it go, is the treasury's.
GRANT SELECT, INSERT, UPDATE (status, owes, fulfilled_at, label_fr, label_en, language, payer_name, payer_email,
    payer_phone, updated_at) ON orders TO site_office_events;

GRANT SELECT, INSERT, UPDATE (status, next_try_at, updated_at) ON refunds TO site_office_events;

GRANT SELECT ON ledger_entries TO site_office_events;

GRANT INSERT ON payment_events TO site_office_events;

GRANT SELECT (id, order_id, status, next_poll_at), UPDATE (next_poll_at, updated_at) ON payments TO site_office_events;

-- ——— The treasury

GRANT SELECT, INSERT, UPDATE ON orders, payments, refunds, refund_payees, booking_corrections, announced_transfers,
    tills, till_handovers TO site_office_treasurer;

GRANT SELECT, INSERT ON ledger_entries, payment_events, till_entries TO site_office_treasurer;

-- Whoever takes the money gives what it pays for: of a person who they are and what they have, but not their birth,
-- home, phone or guardian. What was only a test goes with its order (a policy sees to that).
GRANT SELECT (id, first_name, last_name, email, language, member_type, status, membership_start, membership_end,
    membership_type_id, order_id, is_test), UPDATE (status, membership_start, membership_end, order_id, updated_at),
    DELETE ON members TO site_office_treasurer;

GRANT SELECT (id, event_id, reference, ticket_token, first_name, email, language, package_id, price_id, price_name,
    price_name_en, amount, currency, status, arrival, offer_expires_at, order_id, cancelled_by, cancelled_from,
    proof_needed, proof_due_at, is_duplicate, is_test), UPDATE (status, offer_expires_at, confirmed_at, order_id,
    cancelled_by, cancelled_from, proof_needed, proof_due_at, is_duplicate, network, wider_network, updated_at),
    DELETE ON event_registrations TO site_office_treasurer;

GRANT SELECT ON events, event_packages, membership_types TO site_office_treasurer;

-- Whoever moved or cancelled an event lets none of its money go.
GRANT SELECT (event_id, kind, decided_by, returns, returns_from) ON event_changes TO site_office_treasurer;

-- To hold an event, or a kind of membership, while somebody is given a place of it.
GRANT UPDATE (updated_at) ON events, membership_types TO site_office_treasurer;

-- ——— The door

-- Who is where, and the events with what their tickets are called: no more than the site itself says.
GRANT SELECT ON event_door, events, event_packages TO site_office_door;

-- Who comes and whether they may: no way to reach them, no birth, no telephone of a guardian. That somebody came is
-- all that is changed. They see and change those of the events at whose door they stand (`event_registrations_own_door`).
GRANT SELECT (id, event_id, reference, first_name, last_name, gamertag, guardian_name, guardian_relation, price_name,
    amount, currency, status, checked_in_at, is_test), UPDATE (checked_in_at, updated_at)
  ON event_registrations TO site_office_door;

GRANT EXECUTE ON FUNCTION age_at_event(uuid), registration_of_ticket(text, text), event_of_registration(uuid)
  TO site_staff, site_office_events, site_office_door;
