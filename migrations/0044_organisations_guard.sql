-- An organisation takes its log with it, so it goes by the way that deletion goes, which has begun by then.
CREATE FUNCTION refuse_organisation_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deletion_started_at IS NULL THEN
    RAISE EXCEPTION 'the deletion of the organisation has not begun';
  END IF;
  RETURN OLD;
END;
$$;
CREATE TRIGGER organisations_removal
  BEFORE DELETE ON organisations
  FOR EACH ROW EXECUTE FUNCTION refuse_organisation_removal();
