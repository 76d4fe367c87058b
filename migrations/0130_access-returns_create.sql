-- Proposals to give back what was taken.
CREATE TABLE access_returns (
  org_id                uuid        NOT NULL,
  id                    uuid        NOT NULL,
  offboarding_id        uuid        NOT NULL,
  ground                text        NOT NULL CHECK (ground IN ('rehire', 'wrong_person', 'other')),
  sealed_reason         text        NOT NULL,
  digest                text        NOT NULL,
  status                text        NOT NULL CHECK (status IN ('proposed', 'declined', 'running', 'done')),
  proposed_at           timestamptz NOT NULL,
  proposed_by           uuid REFERENCES users (id) ON DELETE SET NULL,
  decided_at            timestamptz,
  decided_by            uuid REFERENCES users (id) ON DELETE SET NULL,
  sealed_decline_reason text,
  finished_at           timestamptz,
  lease_id              uuid,
  leased_until          timestamptz,
  PRIMARY KEY (org_id, id),
  CHECK ((status = 'proposed') = (decided_at IS NULL)),
  CHECK ((status = 'done') = (finished_at IS NOT NULL)),
  CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX access_returns_open ON access_returns (org_id, offboarding_id) WHERE status IN ('proposed', 'running');
CREATE INDEX access_returns_running ON access_returns (decided_at) WHERE status = 'running';
CREATE INDEX access_returns_case ON access_returns (org_id, offboarding_id, proposed_at DESC, id DESC);
CREATE INDEX access_returns_proposed_by ON access_returns (proposed_by) WHERE proposed_by IS NOT NULL;
CREATE INDEX access_returns_decided_by ON access_returns (decided_by) WHERE decided_by IS NOT NULL;
CALL protect_tenant_table('access_returns');

-- What each of them gives back, in its order, and what came of it.
CREATE TABLE access_return_lines (
  org_id         uuid    NOT NULL,
  return_id      uuid    NOT NULL,
  entitlement_id uuid    NOT NULL,
  position       integer NOT NULL,
  outcome        text CHECK (outcome IN ('returned', 'held_already', 'by_hand', 'failed')),
  message        text,
  verified       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, return_id, entitlement_id),
  FOREIGN KEY (org_id, return_id) REFERENCES access_returns (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlements (org_id, id) ON DELETE CASCADE
);
CREATE INDEX access_return_lines_entitlement ON access_return_lines (org_id, entitlement_id);
CALL protect_tenant_table('access_return_lines');
