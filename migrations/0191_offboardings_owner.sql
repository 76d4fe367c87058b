-- The member who is responsible for an offboarding; null: unassigned. The end of their membership unassigns it.
ALTER TABLE offboardings ADD COLUMN owner_id uuid;
ALTER TABLE offboardings ADD CONSTRAINT offboardings_owner_id_fkey FOREIGN KEY (org_id, owner_id)
  REFERENCES memberships (org_id, user_id) ON DELETE SET NULL (owner_id) NOT VALID;
