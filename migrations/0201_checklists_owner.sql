-- The member who is responsible for a task (null: unassigned; the end of their membership unassigns it), what the task is
-- about, and the due date that its owner was reminded of.
ALTER TABLE checklist_items
  ADD COLUMN owner_id uuid,
  ADD COLUMN description text,
  ADD COLUMN links jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN due_told_for date;
ALTER TABLE checklist_items ADD CONSTRAINT checklist_items_owner_id_fkey FOREIGN KEY (org_id, owner_id)
  REFERENCES memberships (org_id, user_id) ON DELETE SET NULL (owner_id) NOT VALID;
