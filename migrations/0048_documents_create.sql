CREATE TABLE compliance_documents (
  org_id              uuid        NOT NULL,
  id                  uuid        NOT NULL,
  offboarding_id      uuid        NOT NULL,
  name                text        NOT NULL,
  doc_type            text        NOT NULL DEFAULT 'Other',
  status              text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'signed', 'completed')),
  -- A key of the file storage, or a public HTTPS address that somebody gave; null without a file.
  file_url            text,
  file_is_stored      boolean     NOT NULL DEFAULT false,
  content_type        text,
  byte_size           bigint,
  -- Of the stored file, for the evidence of a case.
  sha256              text,
  signed_by           text,
  signed_at           timestamptz,
  signature_reference text,
  expires_on          date,
  esignature_status   text,
  -- Set once an e-signature provider has verified the signature, which is final then.
  signature_verified_at timestamptz,
  signature_provider  text CHECK (signature_provider IN ('docusign', 'adobe_sign', 'dropbox_sign')),
  -- The template that it was generated from.
  template_id         uuid,
  created_by          uuid,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE INDEX compliance_documents_offboarding ON compliance_documents (org_id, offboarding_id, created_at, id);
CREATE INDEX compliance_documents_template ON compliance_documents (org_id, template_id) WHERE template_id IS NOT NULL;
CALL protect_tenant_table('compliance_documents');
