-- While a case is held, and for 7 days after, nothing of its person is erased.
ALTER TABLE offboardings
  ADD COLUMN IF NOT EXISTS legal_hold boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS legal_hold_released_at timestamptz;
-- All cases of a directory record, whatever address they have.
CREATE INDEX offboardings_employee ON offboardings (org_id, org_employee_id) WHERE org_employee_id IS NOT NULL;
