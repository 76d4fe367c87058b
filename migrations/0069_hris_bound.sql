-- Far more people leave at once than usual: a person decides.
ALTER TABLE hris_reviews DROP CONSTRAINT hris_reviews_kind_check;
ALTER TABLE hris_reviews ADD CONSTRAINT hris_reviews_kind_check CHECK (kind IN (
  'left_without_date', 'left_in_past', 'date_changed', 'rescinded', 'account_disabled', 'many_at_once'));
