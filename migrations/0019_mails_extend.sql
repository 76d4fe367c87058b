-- Mails before there is an organisation (registration) or about an account of several (a forgotten password) belong to
-- none. Their content carries links that open accounts, so it is sealed, and gone once the mail is. Nothing was
-- released with the plain columns; what waits in them is given up.
ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_pkey;
ALTER TABLE mail_outbox ADD PRIMARY KEY (id);
ALTER TABLE mail_outbox ALTER COLUMN org_id DROP NOT NULL;
CREATE INDEX mail_outbox_org ON mail_outbox (org_id);
CREATE INDEX mail_outbox_ended ON mail_outbox (created_at) WHERE status <> 'pending';

ALTER TABLE mail_outbox DROP COLUMN text;
ALTER TABLE mail_outbox DROP COLUMN html;
ALTER TABLE mail_outbox ADD COLUMN content text;
UPDATE mail_outbox SET status = 'dead', last_error = 'Given up by an update' WHERE status = 'pending';
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_content CHECK ((content IS NOT NULL) = (status = 'pending'));
