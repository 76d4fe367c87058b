-- Deadlines of tasks, why one is not needed, and tasks that complete themselves from the record that they follow.
ALTER TABLE checklist_items
  ADD COLUMN position integer NOT NULL DEFAULT 0,
  ADD COLUMN due_date date,
  ADD COLUMN sla_hours integer CHECK (sla_hours BETWEEN 1 AND 8760),
  ADD COLUMN sla_deadline timestamptz,
  ADD COLUMN sla_breached boolean NOT NULL DEFAULT false,
  -- The reason of "not needed", sealed with the person's key.
  ADD COLUMN sealed_not_needed_reason text,
  ADD COLUMN follows text CHECK (follows IN ('revocation', 'assets', 'document')),
  ADD COLUMN followed_document_id uuid,
  -- Completed from the record that it follows, so it opens again with that.
  ADD COLUMN self_completed boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT checklist_items_followed CHECK ((follows = 'document') = (followed_document_id IS NOT NULL));
DROP INDEX checklist_items_offboarding;
CREATE INDEX checklist_items_offboarding ON checklist_items (org_id, offboarding_id, position, created_at, id);
