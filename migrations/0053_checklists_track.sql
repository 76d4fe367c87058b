-- What somebody opened again by hand stays open while the record that it follows is settled.
ALTER TABLE checklist_items
  ADD COLUMN kept_open boolean NOT NULL DEFAULT false,
  -- The deadline of whose breach people were told, so that nobody is told twice.
  ADD COLUMN sla_told_for timestamptz;
CREATE INDEX checklist_items_sla_due ON checklist_items (sla_deadline)
  WHERE sla_deadline IS NOT NULL AND completed_at IS NULL AND not_needed_at IS NULL AND NOT sla_breached;
CREATE INDEX checklist_items_sla_open ON checklist_items (org_id, sla_deadline)
  WHERE sla_deadline IS NOT NULL AND completed_at IS NULL AND not_needed_at IS NULL;
