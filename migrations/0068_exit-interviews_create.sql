-- Exit interviews that departing people book for themselves, one of each case.
CREATE TABLE exit_interviews (
  org_id             uuid        NOT NULL,
  -- Stands in the booking link as `utm_content`, by which a booking is known.
  id                 uuid        NOT NULL,
  offboarding_id     uuid        NOT NULL,
  status             text        NOT NULL CHECK (status IN ('invited', 'scheduled', 'canceled', 'completed')),
  -- Whoever has the link books in the person's name.
  sealed_booking_url text        NOT NULL,
  sent_to            text        NOT NULL CHECK (sent_to IN ('personal', 'work')),
  invited_at         timestamptz NOT NULL,
  -- The booking at Calendly.
  event_id           text,
  scheduled_for      timestamptz,
  completed_at       timestamptz,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, offboarding_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('exit_interviews');
