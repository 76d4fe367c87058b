-- The request that started the run, as W3C trace context writes it: its work is linked with it, whenever it is done.
ALTER TABLE revocation_runs ADD COLUMN trace_parent text;
