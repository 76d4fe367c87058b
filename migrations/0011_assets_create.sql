-- Equipment that the completion gate asks for. Recording and returning it comes with the asset routes.
CREATE TABLE assets (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  org_employee_id uuid,
  item_name       text        NOT NULL,
  serial_number   text        NOT NULL,
  category        text        NOT NULL DEFAULT 'other',
  status          text        NOT NULL DEFAULT 'deployed' CHECK (status IN ('deployed', 'returned', 'lost')),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, serial_number),
  FOREIGN KEY (org_id, org_employee_id) REFERENCES org_employees (org_id, id)
);

CREATE INDEX assets_holder ON assets (org_id, org_employee_id);
CALL protect_tenant_table('assets');
