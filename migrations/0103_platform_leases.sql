-- Who does what only one may do at a time, over all nodes: a row is held until its time, and longer while its holder renews
-- it. The database's own clock judges, so that nodes need not agree on the time.
CREATE TABLE platform_leases (
  name         text        PRIMARY KEY,
  holder       uuid        NOT NULL,
  leased_until timestamptz NOT NULL
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE, DELETE ON platform_leases TO svc_system;
