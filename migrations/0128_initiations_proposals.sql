-- Who proposed an initiation that no member submitted: an assistant, with an API key. A person approves this plan or none.
CREATE TABLE initiation_proposals (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  initiation_id  uuid        NOT NULL,
  kind           text        NOT NULL CHECK (kind IN ('offboarding', 'revocation')),
  -- Whose access a revocation would end. No foreign key: with the row gone the initiation would be one like any other.
  offboarding_id uuid,
  -- SHA-256 of the parts, each of which has its own: persons are known by digests only.
  plan_digest    text        NOT NULL,
  plan_parts     jsonb       NOT NULL,
  -- The client's own word, cleaned.
  agent          text        NOT NULL,
  api_key_id     uuid        NOT NULL,
  api_key_name   text        NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, initiation_id),
  FOREIGN KEY (org_id, initiation_id) REFERENCES offboarding_initiations (org_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'revocation') = (offboarding_id IS NOT NULL))
);
CREATE INDEX initiation_proposals_plan ON initiation_proposals (org_id, plan_digest);
CALL protect_tenant_table('initiation_proposals');
