-- Filters of the list of offboardings under a name, of one member or shared with the organization. They end with the
-- membership of who saved them.
CREATE TABLE saved_views (
  org_id     uuid        NOT NULL,
  id         uuid        NOT NULL,
  user_id    uuid        NOT NULL,
  name       text        NOT NULL,
  filters    jsonb       NOT NULL,
  shared     boolean     NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX saved_views_of_member ON saved_views (org_id, user_id);
CALL protect_tenant_table('saved_views');
