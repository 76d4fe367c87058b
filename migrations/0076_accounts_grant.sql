-- One organisation's queries need to know who somebody is, never how they prove it: not even a statement that somebody
-- smuggled in can read a password's hash.
REVOKE SELECT ON users FROM svc_app;
GRANT SELECT (id, email, full_name, email_verified_at, totp_enabled, theme, language, is_platform_admin, created_at)
  ON users TO svc_app;
