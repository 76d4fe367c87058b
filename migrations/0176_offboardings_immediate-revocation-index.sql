-- online
-- How many of an organization ran automatically on a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS offboardings_immediate ON offboardings (org_id, created_at) WHERE immediate_revocation = 'automatic';
