-- What departing people announced by the portal link as on its way back: one parcel of an asset. An empty tracking number is
-- an announcement that was taken back. The row goes with the return.
CREATE TABLE asset_shipments (
  org_id          uuid        NOT NULL,
  asset_id        uuid        NOT NULL,
  offboarding_id  uuid        NOT NULL,
  carrier         text        NOT NULL,
  tracking_number text        NOT NULL,
  announced_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id, asset_id),
  FOREIGN KEY (org_id, asset_id) REFERENCES assets (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE INDEX asset_shipments_case ON asset_shipments (org_id, offboarding_id);
CALL protect_tenant_table('asset_shipments');
