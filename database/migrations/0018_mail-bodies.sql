-- Mails hold links and codes by which somebody could become somebody else. Staff see that a mail was
-- written, to whom and when, whether it left, and queue new ones; what it says, and the headers with
-- the link out of the newsletter, stay between the product and the recipient.
REVOKE ALL ON mail_outbox FROM site_staff;
--> statement-breakpoint
GRANT SELECT (id, template, language, recipient, reply_to, subject, status, attempts,
    next_attempt_at, sent_at, last_error, created_at, updated_at), INSERT
  ON mail_outbox TO site_staff;
--> statement-breakpoint
-- From now on a mail that was sent is cleared at once; these were sent before. Their subjects held codes.
UPDATE mail_outbox SET text_body = '', html_body = '', headers = '{}',
    subject = CASE template WHEN 'sign-in-code' THEN 'Votre code de connexion' ELSE subject END
  WHERE status = 'sent';
