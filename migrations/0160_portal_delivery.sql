-- How the link was delivered. `mailed_digest` is the token's digest where only the person got it: a node of the previous
-- release that replaces the link leaves the former one here, which then matches no longer. `mailbox_digest` is a keyed hash
-- of the address that it went to, `viewer_digest` one of the token and of the address of the latest recorded view.
ALTER TABLE portal_links
  ADD COLUMN mailed_digest text,
  ADD COLUMN mailbox_digest text,
  ADD COLUMN viewer_digest text,
  ADD COLUMN viewed_at timestamptz;
