-- What reports count is read off these indexes alone.
CREATE INDEX offboardings_created ON offboardings (org_id, created_at)
  INCLUDE (separation_type, employee_department, lower_manager_email);
CREATE INDEX offboardings_completed ON offboardings (org_id, completed_at)
  INCLUDE (created_at, employee_department, separation_type, lower_manager_email) WHERE status = 'completed';
-- Open ones by their last day: who is overdue, who leaves soon.
CREATE INDEX offboardings_open_exit ON offboardings (org_id, exit_date)
  INCLUDE (employee_department, lower_manager_email) WHERE status NOT IN ('completed', 'cancelled');

-- When access was removed, by a run or by hand, whichever was first.
ALTER TABLE revocation_apps ADD COLUMN removed_at timestamptz GENERATED ALWAYS AS
  (least(CASE WHEN outcome = 'revoked' THEN revoked_at END, removal_confirmed_at)) STORED;
CREATE INDEX revocation_apps_removed ON revocation_apps (org_id, removed_at) INCLUDE (service_name, offboarding_id)
  WHERE removed_at IS NOT NULL;

-- To whom a task falls, without case. A column: before the rows of others are left out, no index is asked by a function.
ALTER TABLE checklist_items ADD COLUMN folded_assignee text GENERATED ALWAYS AS (lower(btrim(assigned_to))) STORED;
-- Open tasks, what is due first before the others: all, and those of an assignee.
CREATE INDEX checklist_items_open_due ON checklist_items
  (org_id, least((due_date + 1)::timestamp AT TIME ZONE 'UTC', sla_deadline), created_at, id)
  WHERE completed_at IS NULL AND not_needed_at IS NULL;
CREATE INDEX checklist_items_assigned_due ON checklist_items
  (org_id, folded_assignee, least((due_date + 1)::timestamp AT TIME ZONE 'UTC', sla_deadline), created_at, id)
  WHERE completed_at IS NULL AND not_needed_at IS NULL;
-- Exit interviews that were held without a booking.
CREATE INDEX checklist_items_interviewed ON checklist_items (org_id, offboarding_id)
  WHERE completed_at IS NOT NULL AND not_needed_at IS NULL AND task ILIKE '%exit interview%';

CREATE INDEX compliance_documents_nda ON compliance_documents (org_id, offboarding_id, status)
  WHERE lower(btrim(doc_type)) IN ('nda', 'non-disclosure agreement');
CREATE INDEX compliance_documents_pending ON compliance_documents (org_id, offboarding_id) WHERE status = 'pending';
