-- Of a case that an API key created with an end of access that was past or on the same day: whether its access revocation ran
-- automatically within the organization's daily number ('automatic'), or waits for an administrator ('waiting'). Null: any other case.
ALTER TABLE offboardings ADD COLUMN immediate_revocation text;
