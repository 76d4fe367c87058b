-- It reads a setting, which every worker of a statement is given: without this word no statement under row-level security
-- may have workers, and a report reads a hundred thousand rows by one core.
ALTER FUNCTION current_org() PARALLEL SAFE;
