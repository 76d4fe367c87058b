-- Which person the case is about, counted: another address is another identity. What was done names the one it was done for.
ALTER TABLE offboardings ADD COLUMN identity integer NOT NULL DEFAULT 1;
