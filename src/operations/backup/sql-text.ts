/** Rows of a session for COPY, where a null is nothing. */
export const texts = (rows: ReadonlyArray<ReadonlyArray<string | null>>): ReadonlyArray<ReadonlyArray<string>> =>
  rows.map((row) => row.map((value) => value ?? ""))

/** A text as a literal of SQL, for a session that takes no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
