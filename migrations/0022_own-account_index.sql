-- What somebody started, for closing their account and for the export of their data; most cases have no user as theirs.
CREATE INDEX offboardings_initiator ON offboardings (org_id, initiated_by, id) WHERE initiated_by IS NOT NULL;
