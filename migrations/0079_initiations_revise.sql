-- Counts the edits, so that nobody decides on what they did not see.
ALTER TABLE offboarding_initiations ADD COLUMN revision integer NOT NULL DEFAULT 1;
