-- online
-- Whether a person has a review: each session asks it of its member.
CREATE INDEX CONCURRENTLY IF NOT EXISTS hris_reviews_employee ON hris_reviews (org_id, employee_id);
