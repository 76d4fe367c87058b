-- online
-- Finds nothing to do in a new database, where 0184 has done it.
CALL restate_tenant_policies(true);
