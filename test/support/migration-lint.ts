import { statements } from "#platform/database/migration-files"

/**
 * What a migration may not do to a table that is in use: hold it for longer than a second, rewrite it, or take away what
 * the release before still reads (the rules of squawk and strong_migrations, as far as they concern PostgreSQL 15 and later).
 */
interface Rule {
  readonly name: string
  readonly says: string
  /** Whether a statement on a table that was there before breaks it. */
  readonly breaks: (statement: string) => boolean
  /** It may, where the file says which release still works on the tables. */
  readonly unlessNeeds?: true
}

const adds = (statement: string) => /^ALTER TABLE\b/i.test(statement) && /\bADD\b/i.test(statement)

const rules: ReadonlyArray<Rule> = [
  {
    name: "index-without-concurrently",
    says: "writes wait until the index is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS in a file with `-- online`",
    breaks: (text) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY IF NOT EXISTS)/i.test(text)
  },
  {
    name: "column-needs-a-value",
    says: "rows that are there have none: give it a constant DEFAULT, or leave it nullable",
    breaks: (text) =>
      /\bADD (?:COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)(?:IF NOT EXISTS )?\w+ [^,]*\bNOT NULL\b(?![^,]*\bDEFAULT\b)/i.test(
        text
      ) && !/\bNOT NULL\b[^,]*\bDEFAULT\b|\bDEFAULT\b[^,]*\bNOT NULL\b/i.test(text)
  },
  {
    name: "rewrites-the-table",
    says: "every row is written anew behind a lock: add a column, fill it in batches, take it into use",
    breaks: (text) =>
      /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i.test(text) ||
      (adds(text) && /\bGENERATED ALWAYS AS \(.*\bSTORED\b/is.test(text)) ||
      (adds(text) && /\bDEFAULT (?:gen_random_uuid|uuidv[47]|clock_timestamp|random|nextval)\s*\(/i.test(text)) ||
      /^(?:CLUSTER|VACUUM FULL)\b/i.test(text)
  },
  {
    name: "constraint-without-not-valid",
    says: "all rows are read behind a lock: add it NOT VALID, and VALIDATE it in a later migration",
    breaks: (text) =>
      (adds(text) && /\b(?:CHECK|REFERENCES|FOREIGN KEY)\b/i.test(text) && !/\bNOT VALID\b/i.test(text)) ||
      /\bSET NOT NULL\b/i.test(text)
  },
  {
    name: "unique-without-index",
    says: "the index is built behind a lock: build it CONCURRENTLY before, and add the constraint USING INDEX",
    breaks: (text) => adds(text) && /\b(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(text) && !/\bUSING INDEX\b/i.test(text)
  },
  {
    name: "takes-away",
    says: "the release before still reads it: say `-- needs NNNN`, the migration of the release that ceased to",
    breaks: (text) =>
      /^DROP (?:TABLE|FUNCTION|VIEW|TYPE)\b/i.test(text) ||
      /\b(?:DROP COLUMN|RENAME (?:TO|COLUMN)|RENAME \w+ TO)\b/i.test(text),
    unlessNeeds: true
  },
  {
    name: "writes-every-row",
    says: "rows stay locked until the end: fill in batches by a job",
    breaks: (text) => /^(?:UPDATE|DELETE FROM)\b/i.test(text)
  },
  { name: "locks", says: "nobody reads or writes meanwhile", breaks: (text) => /^LOCK\b/i.test(text) }
]

const plain = (statement: string) =>
  statement
    .replaceAll(/^\s*--[^\n]*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()

const tableOf = (text: string) =>
  /^(?:ALTER TABLE(?: IF EXISTS)?(?: ONLY)?|UPDATE(?: ONLY)?|DELETE FROM|LOCK(?: TABLE)?|DROP TABLE(?: IF EXISTS)?) (\w+)|^CREATE (?:UNIQUE )?INDEX [^(]*? ON (?:ONLY )?(\w+)/i
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined)

/** What a file breaks, in words. `-- allowed <rule>: <why>` stands where a person judged otherwise. */
export const faultsOf = (text: string): ReadonlyArray<string> => {
  const all = statements(text).map(plain)
  const made = new Set(all.map((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(one)?.[1]))
  const allowed = new Set([...text.matchAll(/^-- allowed ([a-z-]+): \S/gm)].map(([, rule]) => rule))
  const needs = /^-- needs \d{4}$/m.test(text)
  const online = /^-- online$/m.test(text)
  const broken = all
    .filter((one) => !made.has(tableOf(one)))
    .flatMap((one) =>
      rules
        .filter(({ breaks, name, unlessNeeds }) => breaks(one) && !allowed.has(name) && !(unlessNeeds && needs))
        .map(({ name, says }) => `${name}: ${says} (${one.slice(0, 80)})`)
    )
  const concurrent = all.filter((one) => /\bCONCURRENTLY\b/i.test(one))
  return [
    ...broken,
    ...(concurrent.length > 0 && !online ? ["not-online: CONCURRENTLY takes a file with the line `-- online`"] : []),
    ...(online && !all.every((one) => /\bCONCURRENTLY\b|^CALL /i.test(one))
      ? [
          "online-and-more: a file with `-- online` is not undone when it fails: only CONCURRENTLY, or a CALL that commits"
        ]
      : [])
  ]
}
