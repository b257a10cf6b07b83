CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"label_fr" text NOT NULL,
	"label_en" text NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"hold_expires_at" timestamp with time zone,
	"hold_cap_at" timestamp with time zone,
	"fulfilled_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"token" text NOT NULL,
	"language" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_email" text NOT NULL,
	"payer_phone" text,
	"search_text" text GENERATED ALWAYS AS (search_form(coalesce("label_fr", '') || ' ' || coalesce("payer_name", '') || ' ' || coalesce("payer_email", ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_token_unique" UNIQUE("token"),
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('membership', 'registration')),
	CONSTRAINT "orders_currency" CHECK ("orders"."price_currency" in ('GNF', 'XOF')),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('held', 'confirmed', 'expired', 'cancelled', 'paid_unfulfilled', 'refunded')),
	CONSTRAINT "orders_price" CHECK ("orders"."price_amount" > 0),
	CONSTRAINT "orders_token" CHECK (length("orders"."token") >= 22),
	CONSTRAINT "orders_hold" CHECK (("orders"."hold_expires_at" is null) = ("orders"."hold_cap_at" is null)
        and "orders"."hold_expires_at" <= "orders"."hold_cap_at")
);
--> statement-breakpoint
ALTER TABLE "orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"source" text NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_once" UNIQUE("provider","event_key"),
	CONSTRAINT "payment_events_source" CHECK ("payment_events"."source" in ('notice', 'journal'))
);
--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"provider" text NOT NULL,
	"merchant_ref" text NOT NULL,
	"provider_ref" text,
	"status" text DEFAULT 'created' NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text NOT NULL,
	"charge_amount" integer NOT NULL,
	"charge_currency" text NOT NULL,
	"fx_rate" numeric DEFAULT '1' NOT NULL,
	"fx_source" text,
	"fx_at" timestamp with time zone,
	"late" boolean DEFAULT false NOT NULL,
	"redirect_url" text,
	"attempted_at" timestamp with time zone,
	"provider_expires_at" timestamp with time zone NOT NULL,
	"polls" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"next_poll_at" timestamp with time zone,
	"notices" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_merchant_ref_unique" UNIQUE("merchant_ref"),
	CONSTRAINT "payments_request" UNIQUE("order_id","request_key"),
	CONSTRAINT "payments_currency" CHECK ("payments"."price_currency" in ('GNF', 'XOF')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('created', 'initiating', 'unknown', 'pending', 'processing', 'failed', 'cancelled', 'expired', 'succeeded', 'review', 'partially_refunded', 'refunded', 'disputed')),
	CONSTRAINT "payments_amount" CHECK ("payments"."price_amount" > 0 and "payments"."charge_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"provider_txn_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"price_amount" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("provider","provider_txn_id","kind"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('charge', 'refund', 'chargeback')),
	CONSTRAINT "ledger_entries_amount" CHECK (case when "ledger_entries"."kind" = 'charge' then "ledger_entries"."amount" > 0 and "ledger_entries"."price_amount" >= 0
        else "ledger_entries"."amount" < 0 and "ledger_entries"."price_amount" <= 0 end)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"provider_ref" text,
	"operator_reference" text,
	"approved_by" uuid,
	"recorded_by" uuid,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('requested', 'approved', 'sending', 'pending', 'done', 'failed', 'unknown')),
	CONSTRAINT "refunds_source" CHECK ("refunds"."source" in ('system', 'staff', 'external')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('surplus', 'no_place', 'mismatch', 'cancelled', 'staff')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"merchant_ref" text NOT NULL,
	"label" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"return_url" text NOT NULL,
	"notice_url" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refunds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"silent" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "simulated_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "simulated_payments_merchant_ref_unique" UNIQUE("merchant_ref"),
	CONSTRAINT "simulated_payments_status" CHECK ("simulated_payments"."status" in ('pending', 'approved', 'refused', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "simulated_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_ledger_entries_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_held" ON "orders" USING btree ("kind","subject_id") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "orders_of_subject" ON "orders" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("hold_expires_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_events_of_order" ON "payment_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_events_newest" ON "payment_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE status in ('created', 'initiating', 'pending', 'processing');--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_newest" ON "ledger_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_of_charge" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "simulated_payments_newest" ON "simulated_payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE POLICY "orders_staff" ON "orders" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "orders_staff_reads" ON "orders" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "orders_system" ON "orders" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_events_staff" ON "payment_events" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "payment_events_staff_reads" ON "payment_events" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "payment_events_system" ON "payment_events" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_staff" ON "payments" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "payments_staff_reads" ON "payments" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "payments_system" ON "payments" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_staff" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "ledger_entries_staff_reads" ON "ledger_entries" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "ledger_entries_system" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "refunds_staff" ON "refunds" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "refunds_staff_reads" ON "refunds" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "refunds_system" ON "refunds" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "simulated_payments_staff" ON "simulated_payments" AS PERMISSIVE FOR ALL TO "site_staff" USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
CREATE POLICY "simulated_payments_staff_reads" ON "simulated_payments" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "simulated_payments_system" ON "simulated_payments" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);