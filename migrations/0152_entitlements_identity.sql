-- Who held it: the identity of the case (0131), and the account at the app, JSON with its id and name, sealed under the
-- person's key. Null: not known, or seen before it was recorded.
ALTER TABLE entitlements
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;
ALTER TABLE entitlement_sights
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;

-- allowed index-without-concurrently: only what leavers held is in it, which builds in less than a second
-- Two identities may have been in the same group.
DROP INDEX entitlements_seen;
CREATE UNIQUE INDEX entitlements_seen
  ON entitlements (org_id, offboarding_id, service_name, kind, md5(external_id), identity);
