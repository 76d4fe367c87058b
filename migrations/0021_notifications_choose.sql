-- What a member chose to be told of, and how; without a row the notice's own default holds.
CREATE TABLE notification_preferences (
  org_id  uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  user_id uuid    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type    text    NOT NULL,
  in_app  boolean NOT NULL,
  email   boolean NOT NULL,
  PRIMARY KEY (org_id, user_id, type)
);

CREATE INDEX notification_preferences_user ON notification_preferences (user_id);
CALL protect_tenant_table('notification_preferences');

-- One order for the list, and the unread ones counted by themselves.
DROP INDEX notifications_user;
CREATE INDEX notifications_user ON notifications (org_id, user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (org_id, user_id, created_at DESC, id DESC) WHERE read_at IS NULL;
CREATE INDEX notifications_account ON notifications (user_id);
