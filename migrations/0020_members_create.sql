-- What an organisation's own roles may do, and to whose records (members-10).
CREATE TABLE roles (
  org_id      uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id          uuid        NOT NULL,
  name        text        NOT NULL,
  permissions text[]      NOT NULL,
  scope       text        NOT NULL CHECK (scope IN ('all', 'departments', 'direct_reports')),
  departments text[]      NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CREATE UNIQUE INDEX roles_name ON roles (org_id, lower(name));
CALL protect_tenant_table('roles');

-- A member holds a built-in role or one of the organisation's own; a scope of the membership goes before the role's.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_check CHECK (role IN ('superadmin', 'admin', 'hr', 'manager', 'custom'));
ALTER TABLE memberships ADD COLUMN role_id uuid;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_id CHECK ((role = 'custom') = (role_id IS NOT NULL));
ALTER TABLE memberships ADD CONSTRAINT memberships_own_role FOREIGN KEY (org_id, role_id) REFERENCES roles (org_id, id);
ALTER TABLE memberships ADD COLUMN scope text CHECK (scope IN ('all', 'departments', 'direct_reports'));
ALTER TABLE memberships ADD COLUMN departments text[];
CREATE INDEX memberships_own_role ON memberships (org_id, role_id) WHERE role_id IS NOT NULL;

-- What a person is shown of their sessions, and what a sign-in by an identity provider is held to.
ALTER TABLE sessions ADD COLUMN method text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'google', 'saml'));
ALTER TABLE sessions ADD COLUMN user_agent text;
ALTER TABLE sessions ADD COLUMN address text;
ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz;

-- The organisation that the user last switched to; signing in opens it while they are its member.
ALTER TABLE users ADD COLUMN active_org_id uuid REFERENCES organisations (id) ON DELETE SET NULL;
CREATE INDEX users_active_org ON users (active_org_id) WHERE active_org_id IS NOT NULL;
