CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_provider_ref" ON "payments" USING btree ("provider_ref");--> statement-breakpoint
CREATE INDEX "payments_review" ON "payments" USING btree ("order_id") WHERE status = 'review';--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("order_id") WHERE status not in ('done', 'failed');--> statement-breakpoint
CREATE INDEX "event_registrations_of_event" ON "event_registrations" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_by_status" ON "event_registrations" USING btree ("status","created_at","id");