ALTER TABLE assets
  ADD COLUMN model text NOT NULL DEFAULT '',
  ADD COLUMN condition text NOT NULL DEFAULT 'good',
  ADD COLUMN tracking_number text,
  ADD COLUMN return_deadline date,
  -- The deadline whose passing has been told, so that it is told once and a new one again.
  ADD COLUMN overdue_told_for date;
CREATE INDEX assets_due ON assets (org_id, return_deadline) WHERE status = 'deployed' AND return_deadline IS NOT NULL;
