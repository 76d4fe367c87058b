CREATE TABLE api_keys (
  org_id              uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                  uuid        NOT NULL,
  name                text        NOT NULL,
  key_prefix          text        NOT NULL,
  -- Keyed hash (HMAC-SHA256) of the whole key.
  key_digest          text        NOT NULL,
  scopes              text[]      NOT NULL,
  expires_at          timestamptz,
  revoked_at          timestamptz,
  last_used_at        timestamptz,
  created_at          timestamptz NOT NULL,
  created_by          uuid        REFERENCES users (id) ON DELETE SET NULL,
  rotated_at          timestamptz,
  previous_key_prefix text,
  previous_key_digest text,
  previous_valid_until timestamptz,
  last_status         integer,
  last_seen_from      text,
  -- Orders keys that were created in the same millisecond.
  creation_order      bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (org_id, id)
);

CREATE UNIQUE INDEX api_keys_digest ON api_keys (key_digest);
CREATE UNIQUE INDEX api_keys_previous_digest ON api_keys (previous_key_digest) WHERE previous_key_digest IS NOT NULL;
CREATE INDEX api_keys_creator ON api_keys (created_by);
CALL protect_tenant_table('api_keys');

-- Daily totals only: individual requests are not logged (keys-23).
CREATE TABLE api_key_usage (
  org_id     uuid    NOT NULL,
  api_key_id uuid    NOT NULL,
  day        date    NOT NULL,
  calls      integer NOT NULL,
  errors     integer NOT NULL,
  PRIMARY KEY (org_id, api_key_id, day),
  FOREIGN KEY (org_id, api_key_id) REFERENCES api_keys (org_id, id) ON DELETE CASCADE
);

CREATE INDEX api_key_usage_day ON api_key_usage (day);
CALL protect_tenant_table('api_key_usage');
