-- Addresses under a name, for several reports (proof-59).
CREATE TABLE distribution_lists (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id         uuid        NOT NULL,
  name       text        NOT NULL,
  recipients text[]      NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CALL protect_tenant_table('distribution_lists');

CREATE TABLE scheduled_reports (
  org_id                  uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                      uuid        NOT NULL,
  name                    text        NOT NULL,
  type                    text        NOT NULL CHECK (type IN ('weekly_summary', 'monthly_summary', 'offboarding_stats', 'overdue_tasks', 'custom')),
  schedule                text        NOT NULL CHECK (schedule IN ('daily', 'weekly', 'monthly')),
  columns                 text[]      NOT NULL,
  grouping                text        NOT NULL CHECK (grouping IN ('none', 'department', 'separation_type', 'status', 'assignee')),
  date_range              text        NOT NULL,
  filters                 jsonb       NOT NULL,
  recipients              text[]      NOT NULL,
  distribution_list_id    uuid,
  include_pdf             boolean     NOT NULL,
  -- What is shown of the webhook's address, which may hold a credential.
  delivery_webhook_host   text,
  sealed_delivery_webhook text,
  last_run                timestamptz,
  last_attempt_at         timestamptz,
  last_error              text,
  created_at              timestamptz NOT NULL,
  updated_at              timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, distribution_list_id) REFERENCES distribution_lists (org_id, id) ON DELETE SET NULL (distribution_list_id)
);

CREATE INDEX scheduled_reports_list ON scheduled_reports (org_id, distribution_list_id) WHERE distribution_list_id IS NOT NULL;
CALL protect_tenant_table('scheduled_reports');

-- A report in one of its periods, by the day on which that begins.
CREATE TABLE scheduled_report_runs (
  org_id          uuid        NOT NULL,
  report_id       uuid        NOT NULL,
  period          date        NOT NULL,
  -- `superseded`: the next period began before it was done.
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed', 'superseded')),
  attempts        integer     NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  last_error      text,
  webhook_sent_at timestamptz,
  created_at      timestamptz NOT NULL,
  finished_at     timestamptz,
  PRIMARY KEY (org_id, report_id, period),
  FOREIGN KEY (org_id, report_id) REFERENCES scheduled_reports (org_id, id) ON DELETE CASCADE
);

CREATE INDEX scheduled_report_runs_finished ON scheduled_report_runs (finished_at) WHERE finished_at IS NOT NULL;
CALL protect_tenant_table('scheduled_report_runs');

-- What one recipient gets in a period. It is written before it is sent, so that what is sent once more after a crash is
-- the very same document.
CREATE TABLE scheduled_report_copies (
  org_id          uuid        NOT NULL,
  report_id       uuid        NOT NULL,
  period          date        NOT NULL,
  lower_recipient text        NOT NULL,
  -- Of the document; the mail's Message-ID, too.
  id              uuid        NOT NULL,
  -- `sending`: handed to the mail server, whose answer is not recorded yet.
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent')),
  -- Made for a user of the organisation; others get totals only.
  for_user        boolean     NOT NULL,
  -- Null once it was sent.
  sealed_mail     text,
  sha256          text,
  key_id          text,
  attempts        integer     NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  last_error      text,
  sent_at         timestamptz,
  PRIMARY KEY (org_id, report_id, period, lower_recipient),
  FOREIGN KEY (org_id, report_id, period) REFERENCES scheduled_report_runs (org_id, report_id, period) ON DELETE CASCADE
);

CREATE UNIQUE INDEX scheduled_report_copies_id ON scheduled_report_copies (org_id, id);
CALL protect_tenant_table('scheduled_report_copies');
