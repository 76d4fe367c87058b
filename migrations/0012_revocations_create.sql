-- The apps selected for an offboarding, and what the latest run left of each.
CREATE TABLE revocation_apps (
  org_id                 uuid    NOT NULL,
  offboarding_id         uuid    NOT NULL,
  service_name           text    NOT NULL,
  position               integer NOT NULL,
  -- What the latest run left: null before any.
  outcome                text CHECK (outcome IN ('revoked', 'failed', 'manual_required', 'skipped', 'stopped')),
  verified               boolean NOT NULL DEFAULT false,
  revoked_at             timestamptz,
  removal_confirmed_at   timestamptz,
  removal_confirmed_by   uuid,
  PRIMARY KEY (org_id, offboarding_id, service_name),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

CALL protect_tenant_table('revocation_apps');

-- When access is to be revoked automatically; a row goes when its run starts, the case is cancelled or it is not wanted.
CREATE TABLE revocation_schedules (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  due_at         timestamptz NOT NULL,
  PRIMARY KEY (org_id, offboarding_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

CREATE INDEX revocation_schedules_due ON revocation_schedules (due_at);
CALL protect_tenant_table('revocation_schedules');

CREATE TABLE revocation_runs (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  trigger        text        NOT NULL CHECK (trigger IN ('app', 'schedule')),
  -- The schedule that it comes from, so that planning the same moment again does not run it twice.
  due_at         timestamptz,
  actor_id       uuid,
  status         text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'finished')),
  created_at     timestamptz NOT NULL,
  started_at     timestamptz,
  finished_at    timestamptz,
  -- Held by the process that works on it; when it passes, another takes over.
  leased_until   timestamptz,
  leased_by      uuid,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

-- Two starts join one run.
CREATE UNIQUE INDEX revocation_runs_open ON revocation_runs (org_id, offboarding_id) WHERE status <> 'finished';
CREATE INDEX revocation_runs_claim ON revocation_runs (created_at) WHERE status <> 'finished';
CALL protect_tenant_table('revocation_runs');

CREATE TABLE revocation_results (
  org_id        uuid    NOT NULL,
  run_id        uuid    NOT NULL,
  service_name  text    NOT NULL,
  position      integer NOT NULL,
  -- Null until reached; the write-ahead mark `started_at` tells a call that was cut off from one never made.
  started_at    timestamptz,
  finished_at   timestamptz,
  outcome       text CHECK (outcome IN ('revoked', 'failed', 'manual_required', 'skipped', 'stopped')),
  message       text,
  vendor_status integer,
  verified      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, run_id, service_name),
  FOREIGN KEY (org_id, run_id) REFERENCES revocation_runs (org_id, id) ON DELETE CASCADE
);

CALL protect_tenant_table('revocation_results');
