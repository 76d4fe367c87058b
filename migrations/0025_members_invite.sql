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
