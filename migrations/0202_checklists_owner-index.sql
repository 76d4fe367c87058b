-- online
-- The tasks of an owner: their list, what is due on a day, and the end of their membership.
CREATE INDEX CONCURRENTLY IF NOT EXISTS checklist_items_owner ON checklist_items (org_id, owner_id, due_date) WHERE owner_id IS NOT NULL;
