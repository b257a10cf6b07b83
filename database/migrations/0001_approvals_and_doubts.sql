CREATE TABLE "booking_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"reason" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid,
	"approve_from" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "booking_corrections_status" CHECK ("booking_corrections"."status" in ('requested', 'approved', 'withdrawn')),
	CONSTRAINT "booking_corrections_reason" CHECK ("booking_corrections"."reason" <> ''),
	CONSTRAINT "booking_corrections_approval" CHECK (("booking_corrections"."status" = 'approved') = ("booking_corrections"."approved_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "booking_corrections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_approval";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "administered_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "administered_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "doubt_settled" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "holder_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_corrections" ADD CONSTRAINT "booking_corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_corrections" ADD CONSTRAINT "booking_corrections_charge_id_ledger_entries_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_corrections" ADD CONSTRAINT "booking_corrections_requested_by_profiles_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_corrections" ADD CONSTRAINT "booking_corrections_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_corrections_open" ON "booking_corrections" USING btree ("charge_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "booking_corrections_of_order" ON "booking_corrections" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "booking_corrections_newest" ON "booking_corrections" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_replaces_refunds_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_owed" ON "orders" USING btree ("created_at") WHERE owes;--> statement-breakpoint
CREATE INDEX "payments_doubtful" ON "payments" USING btree ("order_id") WHERE doubt is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_replaced" ON "refunds" USING btree ("replaces");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_doubt" CHECK ("payments"."doubt" in ('unreadable', 'returned', 'failed', 'booked'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_doubt_settled" CHECK ("payments"."doubt_settled" in ('unreadable', 'returned', 'failed', 'booked'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asker" CHECK (not ("refunds"."holder_asked" and "refunds"."requested_by" is not null)
        and not ("refunds"."by_rule" and "refunds"."approved_by" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approval" CHECK ("refunds"."approved_by" is not null or "refunds"."by_rule" or "refunds"."source" = 'external'
        or "refunds"."status" in ('requested', 'withdrawn'));--> statement-breakpoint
CREATE POLICY "booking_corrections_staff" ON "booking_corrections" AS PERMISSIVE FOR ALL TO "site_office", "site_staff" USING ((select is_staff())) WITH CHECK ((select is_staff()));--> statement-breakpoint
CREATE POLICY "booking_corrections_staff_reads" ON "booking_corrections" AS PERMISSIVE FOR SELECT TO "site_office", "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "booking_corrections_system" ON "booking_corrections" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);