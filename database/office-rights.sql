-- Made of office-rights.ts, which says why. After a change there:
--   npx vitest run --project unit tests/rules/permissions.test.ts -u
-- Applied after guards.sql, which takes every right back first.

-- office.enter
GRANT SELECT (id, name, email, role, roles, is_active, device_generation, removed_at, created_at, updated_at) ON profiles TO site_office;
GRANT INSERT ON audit_log TO site_office;
GRANT INSERT ON audit_values TO site_office;
GRANT INSERT ON mail_outbox TO site_office;
GRANT SELECT ON site_settings TO site_office;

-- account.edit
GRANT UPDATE (name, device_generation, updated_at) ON profiles TO site_office;
GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE ON auth_sessions TO site_office;

-- texts.write
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO site_office_editor;
GRANT SELECT, INSERT, UPDATE (restored_from), DELETE ON versions TO site_office_editor;
GRANT SELECT, INSERT, DELETE ON preview_links TO site_office_editor;
GRANT SELECT, UPDATE (basis, outdated) ON translations TO site_office_editor;
GRANT SELECT, INSERT, UPDATE (label), DELETE ON bin TO site_office_editor;

-- pages.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON pages TO site_office_editor;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_sections TO site_office_editor;
GRANT SELECT ON former_slugs TO site_office_editor;

-- news.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON news TO site_office_editor;

-- files.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON static_files TO site_office_editor;
GRANT SELECT, INSERT, UPDATE, DELETE ON file_categories TO site_office_editor;
GRANT SELECT ON events TO site_office_editor;
GRANT SELECT ON event_packages TO site_office_editor;
GRANT SELECT ON membership_types TO site_office_editor;
GRANT SELECT ON legal_texts TO site_office_editor;

-- pictures.choose
GRANT SELECT, INSERT ON static_files TO site_office_editor;
GRANT SELECT ON file_categories TO site_office_editor;

-- highlights.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON highlights TO site_office_editor;

-- leadership.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON leadership_team TO site_office_editor;

-- partners.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON partners TO site_office_editor;

-- payments.manage
GRANT SELECT, INSERT, UPDATE ON orders TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON payments TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON refunds TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON refund_payees TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON booking_corrections TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON announced_transfers TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON tills TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE ON till_handovers TO site_office_treasurer;
GRANT SELECT, INSERT ON ledger_entries TO site_office_treasurer;
GRANT SELECT, INSERT ON payment_events TO site_office_treasurer;
GRANT SELECT, INSERT ON till_entries TO site_office_treasurer;
GRANT SELECT ON receipts TO site_office_treasurer;
GRANT SELECT (id, organisation, first_name, last_name, email, language, member_type, status, membership_start, membership_end, membership_type_id, order_id, licence_serial, is_test), UPDATE (status, membership_start, membership_end, order_id, updated_at), DELETE ON members TO site_office_treasurer;
GRANT SELECT (id, event_id, reference, ticket_token, first_name, email, language, licence_serial, package_id, price_id, price_name, price_name_en, amount, currency, status, arrival, offer_expires_at, offer_hours, offered_at, order_id, cancelled_by, cancelled_from, proof_needed, proof_due_at, is_duplicate, is_test), UPDATE (status, offer_expires_at, offer_hours, offered_at, confirmed_at, order_id, cancelled_by, cancelled_from, proof_needed, proof_due_at, is_duplicate, network, wider_network, updated_at), DELETE ON event_registrations TO site_office_treasurer;
GRANT SELECT ON event_packages TO site_office_treasurer;
GRANT SELECT, INSERT, UPDATE (setting_value, updated_at) ON site_settings TO site_office_treasurer;
GRANT SELECT, UPDATE (updated_at) ON events TO site_office_treasurer;
GRANT SELECT, UPDATE (updated_at) ON membership_types TO site_office_treasurer;
GRANT SELECT (event_id, kind, decided_by, returns, returns_from) ON event_changes TO site_office_treasurer;
GRANT SELECT (administered_until, administered_email) ON profiles TO site_office_treasurer;

-- texts.write
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO site_office_events;
GRANT SELECT, INSERT, UPDATE (restored_from), DELETE ON versions TO site_office_events;
GRANT SELECT, INSERT, DELETE ON preview_links TO site_office_events;
GRANT SELECT, UPDATE (basis, outdated) ON translations TO site_office_events;
GRANT SELECT, INSERT, UPDATE (label), DELETE ON bin TO site_office_events;

-- pictures.choose
GRANT SELECT, INSERT ON static_files TO site_office_events;
GRANT SELECT ON file_categories TO site_office_events;

-- events.edit
GRANT SELECT, INSERT, UPDATE, DELETE ON events TO site_office_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_packages TO site_office_events;
GRANT SELECT, INSERT, UPDATE (returns_from, updated_at) ON event_changes TO site_office_events;
GRANT SELECT ON news TO site_office_events;
GRANT SELECT ON pages TO site_office_events;
GRANT SELECT (administered_until, administered_email) ON profiles TO site_office_events;

-- events.staff
GRANT SELECT, INSERT, UPDATE, DELETE ON event_door TO site_office_events;

-- registrations.edit
GRANT SELECT (id, event_id, reference, ticket_token, first_name, last_name, email, phone, birth_date, gamertag, platform, licence_serial, guardian_name, guardian_phone, guardian_relation, guardian_consent, guardian_consent_at, package_id, price_id, price_name, price_name_en, amount, currency, language, terms_since, status, arrival, offer_expires_at, offer_hours, offered_at, confirmed_at, order_id, cancelled_by, cancelled_from, checked_in_at, proof_needed, proof_due_at, is_duplicate, is_sample, is_test, search_text, created_at, updated_at), INSERT, UPDATE ON event_registrations TO site_office_events;
GRANT SELECT (id, recipient) ON mail_outbox TO site_office_events;
GRANT SELECT ON mail_refusals TO site_office_events;
GRANT SELECT, INSERT, UPDATE (status, owes, fulfilled_at, label_fr, label_en, language, payer_name, payer_email, payer_phone, updated_at) ON orders TO site_office_events;
GRANT SELECT, INSERT, UPDATE (status, next_try_at, updated_at) ON refunds TO site_office_events;
GRANT SELECT ON ledger_entries TO site_office_events;
GRANT INSERT ON payment_events TO site_office_events;
GRANT SELECT (id, order_id, status, next_poll_at), UPDATE (next_poll_at, updated_at) ON payments TO site_office_events;

-- registrations.check-in
GRANT SELECT ON event_door TO site_office_door;
GRANT SELECT ON events TO site_office_door;
GRANT SELECT ON event_packages TO site_office_door;
GRANT SELECT (id, event_id, reference, first_name, last_name, gamertag, licence_serial, guardian_name, guardian_relation, price_name, amount, currency, status, checked_in_at, is_test), UPDATE (checked_in_at, updated_at) ON event_registrations TO site_office_door;

GRANT EXECUTE ON FUNCTION age_at_event(uuid), registration_of_ticket(text, text), event_of_registration(uuid),
  registration_of_licence(uuid, integer)
  TO site_staff, site_office_events, site_office_door;
