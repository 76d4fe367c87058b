-- online
-- The offboardings of an address, closed ones too: each session looks up those about its member.
CREATE INDEX CONCURRENTLY IF NOT EXISTS offboardings_address ON offboardings (org_id, lower_employee_email) WHERE lower_employee_email IS NOT NULL;
