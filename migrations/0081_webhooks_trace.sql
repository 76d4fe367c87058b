-- Taken over from the event, so that the trace of an attempt is linked with that of the request which caused it.
ALTER TABLE webhook_deliveries ADD COLUMN trace_parent text;
