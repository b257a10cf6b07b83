CREATE TABLE "club_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"club" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"until" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "club_purchases_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "club_purchases_count" CHECK ("club_purchases"."count" between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "club_purchases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "club_places" ADD COLUMN "purchase_id" uuid;--> statement-breakpoint
ALTER TABLE "club_purchases" ADD CONSTRAINT "club_purchases_club_clubs_number_fk" FOREIGN KEY ("club") REFERENCES "public"."clubs"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "club_purchases_of_club" ON "club_purchases" USING btree ("club","created_at");--> statement-breakpoint
ALTER TABLE "club_places" ADD CONSTRAINT "club_places_purchase_id_club_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."club_purchases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "club_places_of_purchase" ON "club_places" USING btree ("purchase_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('membership', 'registration', 'licences'));--> statement-breakpoint
CREATE POLICY "club_purchases_system" ON "club_purchases" AS PERMISSIVE FOR ALL TO "site_system" USING (true) WITH CHECK (true);