-- How many tasks each case has and how many of them are done or not needed, without counting items.
CREATE TABLE checklist_counts (
  org_id         uuid    NOT NULL,
  offboarding_id uuid    NOT NULL,
  total          integer NOT NULL,
  done           integer NOT NULL,
  PRIMARY KEY (org_id, offboarding_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('checklist_counts');

INSERT INTO checklist_counts (org_id, offboarding_id, total, done)
SELECT org_id, offboarding_id, count(*), count(*) FILTER (WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL)
FROM checklist_items GROUP BY org_id, offboarding_id;

CREATE FUNCTION count_checklist_items_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO checklist_counts (org_id, offboarding_id, total, done)
  SELECT org_id, offboarding_id, count(*), count(*) FILTER (WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL)
  FROM new_rows GROUP BY org_id, offboarding_id ORDER BY org_id, offboarding_id
  ON CONFLICT (org_id, offboarding_id)
  DO UPDATE SET total = checklist_counts.total + EXCLUDED.total, done = checklist_counts.done + EXCLUDED.done;
  RETURN NULL;
END;
$$;

-- A task stays with its case: only what is done changes. Rows are locked in one order, as by the others.
CREATE FUNCTION count_checklist_items_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE checklist_counts c SET done = c.done + changed.delta
  FROM (
    SELECT k.org_id, k.offboarding_id, d.delta
    FROM (
      SELECT org_id, offboarding_id, sum(delta) AS delta FROM (
        SELECT org_id, offboarding_id, 1 AS delta FROM new_rows WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL
        UNION ALL
        SELECT org_id, offboarding_id, -1 FROM old_rows WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL
      ) each GROUP BY org_id, offboarding_id HAVING sum(delta) <> 0
    ) d JOIN checklist_counts k USING (org_id, offboarding_id)
    ORDER BY k.org_id, k.offboarding_id FOR UPDATE OF k
  ) changed
  WHERE c.org_id = changed.org_id AND c.offboarding_id = changed.offboarding_id;
  RETURN NULL;
END;
$$;

-- Of a case that goes as a whole there is no count left to change.
CREATE FUNCTION count_checklist_items_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE checklist_counts c SET total = c.total - gone.total, done = c.done - gone.done
  FROM (
    SELECT org_id, offboarding_id, count(*) AS total,
      count(*) FILTER (WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL) AS done
    FROM old_rows GROUP BY org_id, offboarding_id
  ) gone
  WHERE c.org_id = gone.org_id AND c.offboarding_id = gone.offboarding_id;
  RETURN NULL;
END;
$$;

CREATE TRIGGER checklist_items_count_insert AFTER INSERT ON checklist_items
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_checklist_items_inserted();
CREATE TRIGGER checklist_items_count_update AFTER UPDATE ON checklist_items
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_checklist_items_updated();
CREATE TRIGGER checklist_items_count_delete AFTER DELETE ON checklist_items
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_checklist_items_deleted();
