-- Public keys that signed anchors: a signature can be checked after its key has left the configuration.
CREATE TABLE audit_signing_keys (
  key_id         text        PRIMARY KEY,
  public_key_pem text        NOT NULL,
  -- Keyed hash of both under the master key: a row that the service did not write is no key of its own.
  proof          text        NOT NULL,
  first_used_at  timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON audit_signing_keys TO svc_system;

-- Anchors that a witness outside of the database does not have yet.
CREATE TABLE audit_anchor_witnessings (
  org_id    uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  anchor_id uuid NOT NULL,
  witness   text NOT NULL CHECK (witness IN ('storage', 'https')),
  PRIMARY KEY (org_id, anchor_id, witness),
  FOREIGN KEY (org_id, anchor_id) REFERENCES audit_anchors (org_id, id) ON DELETE CASCADE
);
CREATE INDEX audit_anchor_witnessings_witness ON audit_anchor_witnessings (witness, org_id);
CALL protect_tenant_table('audit_anchor_witnessings');
