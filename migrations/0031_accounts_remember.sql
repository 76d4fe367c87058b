-- How the sign-in began whose code is still to come: the session that it opens says so.
ALTER TABLE second_factor_challenges ADD COLUMN method text NOT NULL DEFAULT 'password'
  CHECK (method IN ('password', 'google', 'saml'));
