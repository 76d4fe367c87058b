-- online
-- The list by what changed last.
CREATE INDEX CONCURRENTLY IF NOT EXISTS offboardings_changed ON offboardings (org_id, updated_at DESC, id DESC);
