-- Where a member's key is, so that whoever looks up their session finds it with the membership.
ALTER TABLE memberships ADD COLUMN audit_key_id uuid;

-- A search does not look at the end of details that is for machines, nor at the words before a name: they stand in every
-- entry. Entries that stand there already have none.
CREATE OR REPLACE FUNCTION audit_plain_text(stored text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(regexp_replace(regexp_replace(regexp_replace(stored,
    '( \| key [0-9a-f-]{36})?( \| case [0-9a-f-]{36})?( \| employee [0-9a-f-]{36})?$', ''),
    '(^| \| )by \[\[aps:v1:[^]]*\]\]$', ''),
    '\[\[aps:v1:[^]]*\]\]', chr(1), 'g'), '[[aps:open]]', '[')
$$;
