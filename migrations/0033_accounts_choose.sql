-- A registration does not take the place of another of the same address: whoever sends the second one must not choose
-- the password that the first one's owner then confirms. Each link is good for what was sent with it.
DROP INDEX pending_registrations_email;
CREATE INDEX pending_registrations_email ON pending_registrations (lower(email), created_at);

-- The organisation that a sign-in by password or through Google opens: one that takes it before one that is closed or
-- enforces single sign-on, then the one last switched to, then the oldest membership.
CREATE FUNCTION sign_in_organisation(account uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT m.org_id
  FROM memberships m
  JOIN organisations o ON o.id = m.org_id
  JOIN users u ON u.id = m.user_id
  WHERE m.user_id = account
  ORDER BY o.suspended, EXISTS (
      SELECT FROM sso_configurations c WHERE c.org_id = m.org_id AND c.enforce_sso
        AND NOT EXISTS (SELECT FROM sso_bypasses b WHERE b.org_id = c.org_id AND b.user_id = m.user_id)
    ), m.org_id IS DISTINCT FROM u.active_org_id, m.created_at, m.org_id
  LIMIT 1
$$;
