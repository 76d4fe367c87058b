-- What caused the mail, as W3C trace context writes it.
ALTER TABLE mail_outbox ADD COLUMN trace_parent text;
