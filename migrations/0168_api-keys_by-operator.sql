-- A key that the operator created or imported: no member of the organization did.
ALTER TABLE api_keys ADD COLUMN by_operator boolean NOT NULL DEFAULT false;
