-- What an entry tells to machines beside its text: never a person's value, and no part of the hash. A move between
-- stages has its stages and its source there, the end of a revocation run the run.
ALTER TABLE audit_entries ADD COLUMN facts jsonb;
