-- The trace of the request that caused an event, as W3C trace context writes it; only filled while traces are sent.
ALTER TABLE outbox_events ADD COLUMN trace_parent text;
