-- Documents that are with an e-signature provider or were, and the queue of the calls that they need.
CREATE TABLE esignature_requests (
  org_id            uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- The mark by which the provider knows it: the same one never makes two requests there.
  id                uuid        NOT NULL,
  -- Null once the document is deleted; the request is then ended at the provider, and goes.
  document_id       uuid,
  offboarding_id    uuid,
  provider          text        NOT NULL CHECK (provider IN ('docusign', 'adobe_sign', 'dropbox_sign')),
  -- Sent by the operator's own account.
  fallback          boolean     NOT NULL,
  status            text        NOT NULL DEFAULT 'sending' CHECK (status IN
    ('sending', 'pending', 'signed', 'declined', 'expired', 'cancelled', 'voided', 'failed')),
  -- The provider's id.
  external_id       text,
  signer_name       text        NOT NULL,
  signer_email      text        NOT NULL,
  -- The access code itself is never stored, and of the phone number the mask alone.
  signer_check      text        NOT NULL CHECK (signer_check IN ('mailbox', 'access_code', 'sms')),
  signer_phone_mask text,
  requested_by      uuid,
  requested_at      timestamptz NOT NULL,
  -- Written before the call that makes it: from then on it is looked for before it is made again.
  sent_at           timestamptz,
  expires_at        timestamptz NOT NULL,
  reminder_days     integer,
  next_reminder_at  timestamptz,
  reminders         integer     NOT NULL DEFAULT 0,
  cancel_requested_at timestamptz,
  attempts          integer     NOT NULL DEFAULT 0,
  next_attempt_at   timestamptz,
  last_attempt_at   timestamptz,
  last_error        text,
  lease_id          uuid,
  leased_until      timestamptz,
  finished_at       timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, document_id) REFERENCES compliance_documents (org_id, id) ON DELETE SET NULL (document_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE SET NULL (offboarding_id)
);
-- One request at a time.
CREATE UNIQUE INDEX esignature_requests_open ON esignature_requests (org_id, document_id)
  WHERE status IN ('sending', 'pending');
CREATE INDEX esignature_requests_due ON esignature_requests (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX esignature_requests_document ON esignature_requests (org_id, document_id, requested_at DESC);
CREATE INDEX esignature_requests_case ON esignature_requests (org_id, offboarding_id);
CREATE INDEX esignature_requests_external ON esignature_requests (org_id, provider, external_id)
  WHERE external_id IS NOT NULL;
CALL protect_tenant_table('esignature_requests');

-- Whatever deletes the document leaves the request to the job, which ends it at the provider before it goes.
CREATE FUNCTION orphan_esignature_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_attempt_at := now();
  RETURN NEW;
END;
$$;
CREATE TRIGGER esignature_requests_orphaned
  BEFORE UPDATE OF document_id ON esignature_requests
  FOR EACH ROW WHEN (OLD.document_id IS NOT NULL AND NEW.document_id IS NULL)
  EXECUTE FUNCTION orphan_esignature_request();

-- How long signers have, and how often they are reminded; without a row as the service has it.
CREATE TABLE esignature_settings (
  org_id        uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  reminder_days integer     CHECK (reminder_days BETWEEN 1 AND 30),
  expiry_days   integer     NOT NULL CHECK (expiry_days BETWEEN 1 AND 120),
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id)
);
CALL protect_tenant_table('esignature_settings');
