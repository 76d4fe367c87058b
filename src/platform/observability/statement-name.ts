const operations = /\b(SELECT|INSERT|UPDATE|DELETE|MERGE)\b/i
const definitions = /\b([a-z_]\w*)(?:\s*\([^()]*\))?\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi
// A function call is not a table, except for the columns of an INSERT.
const tables = /\bINTO\s+"?([a-z_]\w*)|\b(?:FROM|UPDATE|JOIN)\s+(?:ONLY\s+)?"?([a-z_]\w*)"?(?!\w|\s*\()/gi
const notTables = new Set(["select", "set", "skip", "of", "lateral", "unnest", "json_to_recordset", "nowait"])

export interface StatementName {
  readonly operation: string
  /** The table that it is about; none where it names none. */
  readonly table: string | undefined
}

/** What stands outside of all parentheses: of a statement with definitions before it, the statement. */
const outermost = (text: string) => {
  let depth = 0
  let kept = ""
  for (const character of text) {
    if (character === "(") {
      if (depth === 0) kept += "("
      depth += 1
    } else if (character === ")") depth -= 1
    else if (depth === 0) kept += character
  }
  return kept
}

const tablesOf = (text: string, defined: ReadonlySet<string>) =>
  [...text.matchAll(tables)].flatMap(([, into, name = into ?? ""]) =>
    defined.has(name.toLowerCase()) || notTables.has(name.toLowerCase()) ? [] : [name]
  )

/** What a statement does and to which table, as its span is called: `SELECT assets`. */
export const statementName = (written: string): StatementName => {
  const text = written.replaceAll(/--[^\n]*/g, "")
  const statement = outermost(text)
  const first = /\w+/.exec(statement)?.[0]?.toUpperCase() ?? "QUERY"
  const operation = first === "WITH" ? (operations.exec(statement)?.[1]?.toUpperCase() ?? first) : first
  const defined = new Set([...text.matchAll(definitions)].map(([, name = ""]) => name.toLowerCase()))
  return { operation, table: tablesOf(statement, defined)[0] ?? tablesOf(text, defined)[0] }
}
