-- To whom it was agreed to give access back: the identity of the case (0131) and its address, sealed under the person's key; of
-- each line the account at the app, JSON with its id and name, sealed alike. Null: not known, or agreed before it was recorded.
ALTER TABLE access_returns
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_address text;
ALTER TABLE access_return_lines
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;
