-- Whether emails and chat messages name the departing employee.
ALTER TABLE organisations ADD COLUMN names_in_notifications boolean NOT NULL DEFAULT true;
-- Whether an offboarding moves to the next stage when the conditions of its stage are met.
ALTER TABLE organisations ADD COLUMN advance_when_ready boolean NOT NULL DEFAULT false;
-- Whether an offboarding moves to access revocation when its last day begins.
ALTER TABLE organisations ADD COLUMN begin_revocation_on_last_day boolean NOT NULL DEFAULT false;
