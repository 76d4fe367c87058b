-- Removals that were not read back from the app are looked for among all cases.
CREATE INDEX revocation_apps_unverified ON revocation_apps (org_id, offboarding_id)
  WHERE (outcome = 'revoked' AND verified) IS NOT TRUE;
