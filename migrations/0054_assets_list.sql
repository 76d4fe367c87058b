-- Answers show a text: nothing is the empty one.
UPDATE assets SET tracking_number = '' WHERE tracking_number IS NULL;
ALTER TABLE assets ALTER COLUMN tracking_number SET DEFAULT '', ALTER COLUMN tracking_number SET NOT NULL;
CREATE INDEX assets_newest ON assets (org_id, created_at DESC, id DESC);
