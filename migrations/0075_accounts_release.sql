-- Somebody who belongs to no organisation signs in, too: their sessions and challenges name none, and row-level security
-- shows those to the system alone.
ALTER TABLE sso_sessions DROP CONSTRAINT sso_sessions_org_id_session_id_fkey;
ALTER TABLE sessions DROP CONSTRAINT sessions_pkey;
ALTER TABLE sessions ALTER COLUMN org_id DROP NOT NULL;
ALTER TABLE sessions ADD PRIMARY KEY USING INDEX sessions_id;
ALTER TABLE sessions ADD CONSTRAINT sessions_of_organisation UNIQUE (org_id, id);
ALTER TABLE sso_sessions ADD FOREIGN KEY (org_id, session_id) REFERENCES sessions (org_id, id) ON DELETE CASCADE;

ALTER TABLE second_factor_challenges DROP CONSTRAINT second_factor_challenges_pkey;
ALTER TABLE second_factor_challenges ALTER COLUMN org_id DROP NOT NULL;
ALTER TABLE second_factor_challenges ADD PRIMARY KEY (id);
-- Without an organisation there is no membership to go with.
ALTER TABLE second_factor_challenges ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
