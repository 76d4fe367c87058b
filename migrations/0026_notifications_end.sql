-- What was told to a member, and what they chose to be told, goes with the membership, however that ends.
DELETE FROM notifications n WHERE NOT EXISTS (
  SELECT FROM memberships m WHERE m.org_id = n.org_id AND m.user_id = n.user_id
);
ALTER TABLE notifications ADD CONSTRAINT notifications_membership
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE;
DELETE FROM notification_preferences p WHERE NOT EXISTS (
  SELECT FROM memberships m WHERE m.org_id = p.org_id AND m.user_id = p.user_id
);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_membership
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE;
