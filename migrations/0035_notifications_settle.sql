-- The membership stands for the user: two foreign keys are two locks, which whoever closes their account takes in the
-- other order, so that one of both would be a deadlock's victim.
ALTER TABLE notifications DROP CONSTRAINT notifications_user_id_fkey;
ALTER TABLE notification_preferences DROP CONSTRAINT notification_preferences_user_id_fkey;
