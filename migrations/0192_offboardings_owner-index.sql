-- online
-- The offboardings of an owner: the list's filter, and the end of their membership.
CREATE INDEX CONCURRENTLY IF NOT EXISTS offboardings_owner ON offboardings (org_id, owner_id) WHERE owner_id IS NOT NULL;
