CREATE TABLE organisations (
  id                               uuid PRIMARY KEY,
  name                             text        NOT NULL,
  plan                             text        NOT NULL CHECK (plan IN ('none', 'trial', 'starter', 'team', 'enterprise')),
  plan_status                      text        NOT NULL CHECK (plan_status IN ('active', 'trialing', 'past_due', 'trial_expired', 'canceled')),
  suspended                        boolean     NOT NULL DEFAULT false,
  timezone                         text        NOT NULL DEFAULT 'UTC',
  default_jurisdiction             text,
  benefits_region                  text,
  auto_revoke_at_exit              boolean     NOT NULL DEFAULT true,
  deletion_scheduled_at            timestamptz,
  had_subscription_before_deletion boolean     NOT NULL DEFAULT false,
  created_at                       timestamptz NOT NULL
);

ALTER TABLE organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organisations TO svc_app USING (id = (SELECT current_org())) WITH CHECK (id = (SELECT current_org()));
CREATE POLICY system ON organisations TO svc_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON organisations TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON organisations TO svc_system;
