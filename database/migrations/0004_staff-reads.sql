CREATE POLICY "leadership_team_staff_reads" ON "leadership_team" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "profiles_staff_reads" ON "profiles" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "highlights_staff_reads" ON "highlights" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "contact_messages_staff_reads" ON "contact_messages" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "events_staff_reads" ON "events" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "file_categories_staff_reads" ON "file_categories" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "static_files_staff_reads" ON "static_files" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "members_staff_reads" ON "members" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "membership_types_staff_reads" ON "membership_types" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "news_staff_reads" ON "news" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "newsletter_subscriptions_staff_reads" ON "newsletter_subscriptions" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "page_sections_staff_reads" ON "page_sections" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "pages_staff_reads" ON "pages" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "partners_staff_reads" ON "partners" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "mail_outbox_staff_reads" ON "mail_outbox" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
CREATE POLICY "site_settings_staff_reads" ON "site_settings" AS PERMISSIVE FOR SELECT TO "site_staff" USING (true);--> statement-breakpoint
ALTER POLICY "leadership_team_staff" ON "leadership_team" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "profiles_staff" ON "profiles" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "highlights_staff" ON "highlights" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "contact_messages_staff" ON "contact_messages" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "events_staff" ON "events" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "file_categories_staff" ON "file_categories" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "static_files_staff" ON "static_files" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "members_staff" ON "members" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "membership_types_staff" ON "membership_types" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "news_staff" ON "news" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "newsletter_subscriptions_staff" ON "newsletter_subscriptions" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "page_sections_staff" ON "page_sections" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "pages_staff" ON "pages" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "partners_staff" ON "partners" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "mail_outbox_staff" ON "mail_outbox" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));--> statement-breakpoint
ALTER POLICY "site_settings_staff" ON "site_settings" TO site_staff USING ((select is_admin())) WITH CHECK ((select is_admin()));