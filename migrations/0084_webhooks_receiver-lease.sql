-- One node owns an endpoint's queue for a while: `lease_id` is drawn anew each time one takes it, so that what an earlier
-- owner has to tell of its attempts is known as late. What is under way stands in that node's memory alone.
-- `webhook_deliveries.leased_until` is not written any more; releases from before read it.
ALTER TABLE webhook_endpoints ADD COLUMN lease_id uuid, ADD COLUMN leased_until timestamptz;
