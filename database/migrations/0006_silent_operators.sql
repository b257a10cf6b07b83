ALTER TABLE "payments" DROP CONSTRAINT "payments_doubt";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_doubt_settled";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_doubt" CHECK ("payments"."doubt" in ('unreadable', 'returned', 'failed', 'booked', 'silent', 'disputed'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_doubt_settled" CHECK ("payments"."doubt_settled" in ('unreadable', 'returned', 'failed', 'booked', 'silent', 'disputed'));