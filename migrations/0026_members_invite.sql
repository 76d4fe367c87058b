-- Who is to join. A row goes when it is accepted or withdrawn, or when the next invitation finds it expired; the audit
-- log keeps what happened.
CREATE TABLE invites (
  org_id       uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id           uuid        NOT NULL,
  email        text        NOT NULL,
  lower_email  text        NOT NULL GENERATED ALWAYS AS (lower(email)) STORED,
  role         text        NOT NULL CHECK (role IN ('superadmin', 'admin', 'hr', 'manager', 'custom')),
  role_id      uuid,
  scope        text        CHECK (scope IN ('all', 'departments', 'direct_reports')),
  departments  text[],
  -- Keyed hash (HMAC-SHA256) of the token in the mailed link.
  token_digest text        NOT NULL,
  invited_by   uuid        REFERENCES users (id) ON DELETE SET NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  -- Orders invitations of the same millisecond.
  creation_order bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, role_id) REFERENCES roles (org_id, id),
  CHECK ((role = 'custom') = (role_id IS NOT NULL)),
  CHECK ((scope IS NOT DISTINCT FROM 'departments') = (departments IS NOT NULL))
);

CREATE UNIQUE INDEX invites_token ON invites (token_digest);
-- Inviting an address again replaces its invitation.
CREATE UNIQUE INDEX invites_email ON invites (org_id, lower_email);
CREATE INDEX invites_role ON invites (org_id, role_id) WHERE role_id IS NOT NULL;
CREATE INDEX invites_inviter ON invites (invited_by) WHERE invited_by IS NOT NULL;
CALL protect_tenant_table('invites');

-- What was told to a member, and what they chose to be told, goes with the membership, however that ends.
DELETE FROM notifications n WHERE NOT EXISTS (
  SELECT FROM memberships m WHERE m.org_id = n.org_id AND m.user_id = n.user_id
);
ALTER TABLE notifications ADD CONSTRAINT notifications_membership
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE;
DELETE FROM notification_preferences p WHERE NOT EXISTS (
  SELECT FROM memberships m WHERE m.org_id = p.org_id AND m.user_id = p.user_id
);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_membership
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE;

-- For members who see their direct reports only: a column, as an index on lower(…) is of no use under row-level security.
ALTER TABLE offboardings ADD COLUMN lower_manager_email text
  GENERATED ALWAYS AS (lower(manager_email COLLATE "C")) STORED;
CREATE INDEX offboardings_manager ON offboardings (org_id, lower_manager_email, created_at DESC, id DESC)
  WHERE lower_manager_email IS NOT NULL;

ALTER TABLE org_employees ADD COLUMN lower_manager_email text
  GENERATED ALWAYS AS (lower(manager_email COLLATE "C")) STORED;
CREATE INDEX org_employees_manager ON org_employees (org_id, lower_manager_email, sort_name, id)
  WHERE lower_manager_email IS NOT NULL;
CREATE INDEX org_employees_department ON org_employees (org_id, department, sort_name, id);
