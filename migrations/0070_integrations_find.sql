-- Jobs visit who has a service connected, and calls without a session name a connection by one of its settings.
CREATE INDEX integrations_connected ON integrations (lower(service_name), org_id) WHERE connection_status;
CREATE INDEX integrations_spoken_to ON integrations (protocol, created_at) WHERE connection_status;
