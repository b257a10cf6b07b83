ALTER TABLE "refunds" DROP CONSTRAINT "refunds_approval";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "administered_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "administered_email" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "holder_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asker" CHECK (not ("refunds"."holder_asked" and "refunds"."requested_by" is not null)
        and not ("refunds"."by_rule" and "refunds"."approved_by" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approval" CHECK ("refunds"."approved_by" is not null or "refunds"."by_rule" or "refunds"."source" = 'external'
        or "refunds"."status" in ('requested', 'withdrawn'));