-- Money leaves a trace for ever, whoever asks: no role deletes it, not even the one that made it.
CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION '% keeps its rows: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE OR TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The ledger and the journal are append-only.
CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payment_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A notice makes its attempt due; an approved refund is due.
CREATE TRIGGER payment_events_due AFTER INSERT ON payment_events
  FOR EACH ROW WHEN (NEW.source = 'notice') EXECUTE FUNCTION wake_job('payments.poll');
--> statement-breakpoint
CREATE TRIGGER refunds_due AFTER UPDATE OF status ON refunds
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION wake_job('payments.refund');
