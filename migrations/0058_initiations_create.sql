-- Requests to begin an offboarding.
CREATE TABLE offboarding_initiations (
  org_id                  uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                      uuid        NOT NULL,
  initiated_by            uuid        NOT NULL,
  employee_name           text        NOT NULL,
  employee_email          text,
  -- A column: lower() in an index is of no use under row-level security.
  lower_employee_email    text GENERATED ALWAYS AS (lower(employee_email)) STORED,
  employee_role           text        NOT NULL,
  employee_department     text        NOT NULL,
  exit_date               date        NOT NULL,
  separation_type         text        NOT NULL,
  apps_to_revoke          text[]      NOT NULL,
  -- Chosen instead of apps: there is nothing to revoke.
  no_apps                 boolean     NOT NULL,
  -- Sealed with the person's key, like the reason of a rejection.
  sealed_notes            text,
  status                  text        NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  -- The chain may change or go meanwhile: the steps that run are copies, and so is its name.
  chain_id                uuid,
  chain_name              text,
  -- From 1; 0 where no chain runs.
  current_step            integer     NOT NULL,
  reviewed_by             uuid,
  reviewed_at             timestamptz,
  sealed_rejection_reason text,
  offboarding_id          uuid,
  person_key_id           uuid        NOT NULL,
  created_at              timestamptz NOT NULL,
  updated_at              timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, person_key_id) REFERENCES audit_person_keys (org_id, id),
  -- Names the same person, so it is kept no longer than the case.
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE,
  CHECK (status = 'approved' OR offboarding_id IS NULL)
);
CREATE INDEX offboarding_initiations_newest ON offboarding_initiations (org_id, created_at DESC, id DESC);
CREATE INDEX offboarding_initiations_own ON offboarding_initiations (org_id, initiated_by, created_at DESC, id DESC);
CREATE INDEX offboarding_initiations_case ON offboarding_initiations (org_id, offboarding_id) WHERE offboarding_id IS NOT NULL;
CREATE INDEX offboarding_initiations_email ON offboarding_initiations (org_id, lower_employee_email)
  WHERE lower_employee_email IS NOT NULL;
-- Who asks whether a person's key has any other use.
CREATE INDEX offboarding_initiations_person ON offboarding_initiations (org_id, person_key_id);
CREATE INDEX offboarding_initiations_chain ON offboarding_initiations (org_id, chain_id) WHERE status = 'pending';
CALL protect_tenant_table('offboarding_initiations');

CREATE TABLE initiation_steps (
  org_id                  uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  initiation_id           uuid    NOT NULL,
  step                    integer NOT NULL,
  approver_id             uuid,
  -- A built-in role, or the id of one of the organisation's own.
  approver_role           text,
  name                    text,
  status                  text    NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  acted_by                uuid,
  acted_at                timestamptz,
  sealed_notes            text,
  delegated_to            uuid,
  delegated_by            uuid,
  delegated_at            timestamptz,
  sealed_delegation_notes text,
  PRIMARY KEY (org_id, initiation_id, step),
  FOREIGN KEY (org_id, initiation_id) REFERENCES offboarding_initiations (org_id, id) ON DELETE CASCADE,
  CHECK ((approver_id IS NULL) <> (approver_role IS NULL))
);
CALL protect_tenant_table('initiation_steps');
