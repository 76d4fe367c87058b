-- Exact totals of documents per filter without counting rows; the kind as filters compare it.
CREATE TABLE compliance_document_counts (
  org_id    uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  status    text    NOT NULL,
  signature text    NOT NULL,
  kind      text    NOT NULL,
  count     bigint  NOT NULL,
  PRIMARY KEY (org_id, status, signature, kind)
);
CALL protect_tenant_table('compliance_document_counts');

CREATE FUNCTION count_compliance_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO compliance_document_counts (org_id, status, signature, kind, count)
  SELECT org_id, status, signature, kind, sum(delta) FROM (
    SELECT org_id, status, coalesce(esignature_status, 'not_requested') AS signature, lower(btrim(doc_type) COLLATE "und-x-icu") AS kind, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, status, coalesce(esignature_status, 'not_requested') AS signature, lower(btrim(doc_type) COLLATE "und-x-icu") AS kind, -1 FROM old_rows
  ) changes
  GROUP BY org_id, status, signature, kind
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, status, signature, kind
  ON CONFLICT (org_id, status, signature, kind) DO UPDATE SET count = compliance_document_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_compliance_documents_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO compliance_document_counts (org_id, status, signature, kind, count)
  SELECT org_id, status, signature, kind, count(*) FROM (SELECT org_id, status, coalesce(esignature_status, 'not_requested') AS signature, lower(btrim(doc_type) COLLATE "und-x-icu") AS kind FROM new_rows) added
  GROUP BY org_id, status, signature, kind
  ORDER BY org_id, status, signature, kind
  ON CONFLICT (org_id, status, signature, kind) DO UPDATE SET count = compliance_document_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

-- Of an organisation that goes as a whole there is no count left to change.
CREATE FUNCTION count_compliance_documents_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE compliance_document_counts c SET count = c.count - gone.count
  FROM (
    SELECT org_id, status, signature, kind, count(*) AS count FROM (SELECT org_id, status, coalesce(esignature_status, 'not_requested') AS signature, lower(btrim(doc_type) COLLATE "und-x-icu") AS kind FROM old_rows) each
    GROUP BY org_id, status, signature, kind
  ) gone
  WHERE c.org_id = gone.org_id AND c.status = gone.status AND c.signature = gone.signature AND c.kind = gone.kind;
  RETURN NULL;
END;
$$;

-- From here on nobody writes until the rows that are there are counted as well, which reads them once.
CREATE TRIGGER compliance_documents_count_insert AFTER INSERT ON compliance_documents
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_compliance_documents_inserted();
CREATE TRIGGER compliance_documents_count_update AFTER UPDATE ON compliance_documents
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_compliance_documents();
CREATE TRIGGER compliance_documents_count_delete AFTER DELETE ON compliance_documents
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_compliance_documents_deleted();

INSERT INTO compliance_document_counts (org_id, status, signature, kind, count)
SELECT org_id, status, signature, kind, count(*) FROM (SELECT org_id, status, coalesce(esignature_status, 'not_requested') AS signature, lower(btrim(doc_type) COLLATE "und-x-icu") AS kind FROM compliance_documents) each GROUP BY org_id, status, signature, kind;
