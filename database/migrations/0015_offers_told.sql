ALTER TABLE "event_registrations" DROP CONSTRAINT "event_registrations_offer";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offer_hours" integer;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_offer" CHECK (("event_registrations"."status" = 'offered')::int = num_nonnulls("event_registrations"."offer_expires_at", "event_registrations"."offer_hours")
        and ("event_registrations"."offer_hours" is null or "event_registrations"."offered_at" is not null));