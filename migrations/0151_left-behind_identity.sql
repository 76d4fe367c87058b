-- Whose it is: the identity of the case (0131), and the account at the app, JSON with its id and name, sealed under the
-- person's key. Null: not known, or found before it was recorded.
ALTER TABLE left_behind_items
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;
ALTER TABLE left_behind_sights
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;

-- allowed index-without-concurrently: only what leavers leave is in it, which builds in less than a second
-- What two identities share (a group, an ownership) is one item of each.
DROP INDEX left_behind_items_seen;
CREATE UNIQUE INDEX left_behind_items_seen
  ON left_behind_items (org_id, offboarding_id, service_name, kind, md5(external_id), identity);
