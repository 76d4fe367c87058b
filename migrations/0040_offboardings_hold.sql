-- What is held, and what was released a short time ago, is not destroyed: nothing of its person is erased.
ALTER TABLE offboardings
  ADD COLUMN legal_hold boolean NOT NULL DEFAULT false,
  ADD COLUMN legal_hold_released_at timestamptz;
CREATE INDEX offboardings_hold ON offboardings (org_id) WHERE legal_hold OR legal_hold_released_at IS NOT NULL;
-- All cases of a directory record, whatever address they have.
CREATE INDEX offboardings_employee ON offboardings (org_id, org_employee_id) WHERE org_employee_id IS NOT NULL;
