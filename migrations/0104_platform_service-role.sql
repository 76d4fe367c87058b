-- Whoever owns the tables may be another role than the one that serves: that one reads how far the migrations are, and writes
-- down the keys that it uses, as svc_system like everything else.
GRANT SELECT ON platform_migrations TO svc_system;
GRANT INSERT ON platform_master_keys, platform_signing_keys TO svc_system;
