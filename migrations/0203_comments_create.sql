-- What members write to each other about an offboarding or one of its tasks. The text is sealed under the key of the person
-- whose offboarding it is, so erasing them erases it.
CREATE TABLE comments (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  task_id        uuid,
  author_id      uuid REFERENCES users (id) ON DELETE SET NULL,
  sealed_text    text        NOT NULL,
  mentioned      uuid[]      NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, task_id) REFERENCES checklist_items (org_id, id) ON DELETE SET NULL (task_id)
);
CREATE INDEX comments_of_offboarding ON comments (org_id, offboarding_id, created_at DESC, id DESC);
CREATE INDEX comments_of_task ON comments (org_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX comments_of_author ON comments (author_id) WHERE author_id IS NOT NULL;
CALL protect_tenant_table('comments');

-- Who is notified of comments on an offboarding, and who chose not to be.
CREATE TABLE offboarding_followers (
  org_id         uuid    NOT NULL,
  offboarding_id uuid    NOT NULL,
  user_id        uuid    NOT NULL,
  following      boolean NOT NULL,
  PRIMARY KEY (org_id, offboarding_id, user_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX offboarding_followers_of_member ON offboarding_followers (org_id, user_id);
CALL protect_tenant_table('offboarding_followers');
