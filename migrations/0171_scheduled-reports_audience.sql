-- Whose records a copy covers: `totals`, `all`, `direct_reports`, or `departments` with their names as JSON. Empty: made by
-- a release that did not ask, so a copy with rows is made again before it is sent.
ALTER TABLE scheduled_report_copies ADD COLUMN audience text NOT NULL DEFAULT '';
