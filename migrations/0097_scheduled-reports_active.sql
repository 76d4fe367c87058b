-- False while it is paused.
ALTER TABLE scheduled_reports ADD COLUMN active boolean NOT NULL DEFAULT true;
