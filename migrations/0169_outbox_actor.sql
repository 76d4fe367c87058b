-- The member whose request appended the event; null: the system, an API key, or a node of the previous release.
ALTER TABLE outbox_events ADD COLUMN actor_id uuid;
