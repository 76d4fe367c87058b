/**
 * For a statement over `revocation_apps a`: whether the account was last seen active although it counts as removed. A run
 * that read it back as inactive since ends that before the finding itself is ended, which its event does.
 */
export const stillActive = `EXISTS (
  SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id
    AND f.service_name = a.service_name AND f.resolved_at IS NULL
    AND (a.outcome = 'revoked' AND a.verified AND a.revoked_at > f.last_seen_at) IS NOT TRUE)`
