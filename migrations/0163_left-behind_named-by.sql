-- Which member named the new owner, or set the default owner; null where the case's manager takes over by default, and for
-- what an earlier release named. A member's id alone, compared with the caller's: it outlives a closed account.
ALTER TABLE left_behind_items ADD COLUMN new_owner_named_by uuid;
ALTER TABLE left_behind_successors ADD COLUMN set_by uuid;
