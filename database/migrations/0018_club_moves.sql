ALTER TABLE "club_places" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "club_places" ADD COLUMN "from_club" integer;--> statement-breakpoint
CREATE INDEX "club_places_from_club" ON "club_places" USING btree ("from_club") WHERE from_club is not null;--> statement-breakpoint
ALTER TABLE "club_places" ADD CONSTRAINT "club_places_waiting" CHECK ("club_places"."from_club" is null or ("club_places"."asked_at" is not null and "club_places"."player_id" is not null
        and "club_places"."accepted_at" is null and "club_places"."withdrawn_at" is null));