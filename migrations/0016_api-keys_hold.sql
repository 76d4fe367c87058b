-- Called by the last statement of a change that an API key makes: from here to the commit a revocation, which locks the
-- key FOR UPDATE, waits. A key that is revoked by then refuses the change; the look-up is a statement of its own, so it
-- sees what was committed while the change waited.
CREATE FUNCTION hold_api_key(of_org uuid, key_id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM api_keys WHERE org_id = of_org AND id = key_id AND revoked_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The API key has been revoked' USING ERRCODE = 'SVKEY';
  END IF;
  RETURN true;
END
$$;
