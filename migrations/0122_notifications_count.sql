-- How many notices each member has, and how many of them are unread, without counting rows.
CREATE TABLE notification_counts (
  org_id  uuid    NOT NULL,
  user_id uuid    NOT NULL,
  unread  boolean NOT NULL,
  count   bigint  NOT NULL,
  PRIMARY KEY (org_id, user_id, unread),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);
CALL protect_tenant_table('notification_counts');

CREATE FUNCTION count_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_counts (org_id, user_id, unread, count)
  SELECT org_id, user_id, unread, sum(delta) FROM (
    SELECT org_id, user_id, read_at IS NULL AS unread, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, user_id, read_at IS NULL AS unread, -1 FROM old_rows
  ) changes
  GROUP BY org_id, user_id, unread
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, user_id, unread
  ON CONFLICT (org_id, user_id, unread) DO UPDATE SET count = notification_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_notifications_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notification_counts (org_id, user_id, unread, count)
  SELECT org_id, user_id, unread, count(*) FROM (SELECT org_id, user_id, read_at IS NULL AS unread FROM new_rows) added
  GROUP BY org_id, user_id, unread
  ORDER BY org_id, user_id, unread
  ON CONFLICT (org_id, user_id, unread) DO UPDATE SET count = notification_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

-- Of a member who goes there is no count left to change.
CREATE FUNCTION count_notifications_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notification_counts c SET count = c.count - gone.count
  FROM (
    SELECT org_id, user_id, unread, count(*) AS count FROM (SELECT org_id, user_id, read_at IS NULL AS unread FROM old_rows) each
    GROUP BY org_id, user_id, unread
  ) gone
  WHERE c.org_id = gone.org_id AND c.user_id = gone.user_id AND c.unread = gone.unread;
  RETURN NULL;
END;
$$;

-- From here on nobody writes until the rows that are there are counted as well, which reads them once.
CREATE TRIGGER notifications_count_insert AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_notifications_inserted();
CREATE TRIGGER notifications_count_update AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_notifications();
CREATE TRIGGER notifications_count_delete AFTER DELETE ON notifications
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_notifications_deleted();

INSERT INTO notification_counts (org_id, user_id, unread, count)
SELECT org_id, user_id, unread, count(*) FROM (SELECT org_id, user_id, read_at IS NULL AS unread FROM notifications) each GROUP BY org_id, user_id, unread;
