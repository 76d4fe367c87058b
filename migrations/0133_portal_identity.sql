-- The person the link was made for: it opens nothing once the case is about another.
ALTER TABLE portal_links ADD COLUMN identity integer NOT NULL DEFAULT 1;
