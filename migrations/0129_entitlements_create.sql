-- What people held at apps just before their access was cut, and what became of it.
CREATE TABLE entitlements (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  service_name   text        NOT NULL,
  kind           text        NOT NULL CHECK (kind IN ('account', 'group', 'role', 'licence')),
  external_id    text        NOT NULL CHECK (length(external_id) <= 1000),
  label          text        NOT NULL CHECK (length(label) <= 300),
  -- What it was held with, in the vendor's words: what it takes to give the same back.
  terms          jsonb       NOT NULL DEFAULT '{}',
  by_hand        text,
  state          text        NOT NULL CHECK (state IN ('held', 'kept', 'taken', 'gone', 'returned')),
  seen_at        timestamptz NOT NULL,
  taken_at       timestamptz,
  returned_at    timestamptz,
  PRIMARY KEY (org_id, id),
  CHECK (state NOT IN ('taken', 'returned') OR taken_at IS NOT NULL),
  CHECK (state <> 'returned' OR returned_at IS NOT NULL),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
-- The same thing at every look; an id may be longer than an index takes.
CREATE UNIQUE INDEX entitlements_seen ON entitlements (org_id, offboarding_id, service_name, kind, md5(external_id));
CALL protect_tenant_table('entitlements');

-- What the latest look before and after the cut showed of each kind, and why where it showed nothing.
CREATE TABLE entitlement_sights (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  service_name   text        NOT NULL,
  kind           text        NOT NULL,
  phase          text        NOT NULL CHECK (phase IN ('before_cut', 'after')),
  looked_at      timestamptz NOT NULL,
  -- The run that looked, so that a worker that takes it over does not take its own cut for somebody else's.
  run_id         uuid,
  -- Null for what was seen.
  why            text,
  PRIMARY KEY (org_id, offboarding_id, service_name, kind, phase),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('entitlement_sights');

-- What a seat costs a month, as the organisation entered it.
CREATE TABLE licence_prices (
  org_id       uuid           NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  service_name text           NOT NULL,
  licence      text           NOT NULL,
  seat_price   numeric(12, 2) NOT NULL CHECK (seat_price >= 0),
  currency     text           NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  billed_until date,
  PRIMARY KEY (org_id, service_name, licence)
);
CREATE UNIQUE INDEX licence_prices_service ON licence_prices (org_id, lower(service_name), licence);
CALL protect_tenant_table('licence_prices');

-- Seats that cuts freed and nobody was given back. They outlive the cases.
CREATE TABLE freed_seats (
  org_id       uuid   NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  service_name text   NOT NULL,
  licence      text   NOT NULL,
  label        text   NOT NULL,
  seats        bigint NOT NULL,
  PRIMARY KEY (org_id, service_name, licence)
);
CALL protect_tenant_table('freed_seats');
