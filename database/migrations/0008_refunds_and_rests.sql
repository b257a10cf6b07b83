ALTER TABLE "orders" ADD COLUMN "waived" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "keeps_place" boolean;--> statement-breakpoint
CREATE INDEX "orders_by_phone" ON "orders" USING btree (right(regexp_replace("payer_phone", '[^0-9]', '', 'g'), 8));--> statement-breakpoint
CREATE INDEX "payments_by_number" ON "payments" USING btree (right(regexp_replace("payer_number", '[^0-9]', '', 'g'), 8));--> statement-breakpoint
CREATE INDEX "payments_by_account" ON "payments" USING btree (right(regexp_replace("payer_account", '[^0-9]', '', 'g'), 8));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_waived" CHECK ("orders"."waived" >= 0 and "orders"."waived" < "orders"."price_amount");