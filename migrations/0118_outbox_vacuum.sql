-- Every row is gone soon after it came, and the hand-out walks the head of an index whose dead entries only a vacuum removes: it
-- begins whenever it is looked for one, and does not pause.
ALTER TABLE outbox_events SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0
);
