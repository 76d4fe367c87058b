-- What is held, and what was released a short time ago, is not destroyed.
ALTER TABLE offboardings ADD COLUMN IF NOT EXISTS legal_hold boolean NOT NULL DEFAULT false;
ALTER TABLE offboardings ADD COLUMN IF NOT EXISTS legal_hold_released_at timestamptz;
CREATE INDEX offboardings_hold ON offboardings (org_id) WHERE legal_hold OR legal_hold_released_at IS NOT NULL;
