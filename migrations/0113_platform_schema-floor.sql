-- What a release has to know to work on these tables: what is only added leaves the mark where it is, so that the release
-- before can be taken back to. A migration with `-- needs NNNN` raises it.
CREATE TABLE platform_schema_floor (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  migration_id integer NOT NULL
);

INSERT INTO platform_schema_floor (migration_id) VALUES (113);

GRANT SELECT ON platform_schema_floor TO svc_system;
