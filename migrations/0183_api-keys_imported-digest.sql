-- allowed writes-every-row: an UPDATE of imported keys alone, which are few
-- allowed index-without-concurrently: few keys were imported, and an organization has twenty active ones
-- The digest that a key was imported with: a rotation gives the key another secret, and the imported one stays known.
ALTER TABLE api_keys ADD COLUMN imported_digest text;
UPDATE api_keys SET imported_digest = CASE WHEN key_prefix LIKE 'old\_live\_%' THEN key_digest ELSE previous_key_digest END
WHERE key_prefix LIKE 'old\_live\_%' OR previous_key_prefix LIKE 'old\_live\_%';
CREATE UNIQUE INDEX api_keys_imported_digest ON api_keys (imported_digest) WHERE imported_digest IS NOT NULL;
