/** What outlives a transaction, by the words that ask for it: behind a pooler that shares sessions it is another's, or lost. */
const lasting: ReadonlyArray<readonly [what: string, asks: RegExp]> = [
  ["a lock of the session", /\bpg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\s*\(/g],
  ["a setting of the session", /\bset_config\s*\((?:[^()]|\([^()]*\))*,\s*false\s*\)/g],
  ["a setting of the session", /\bSET\s+(?:SESSION\s+|ROLE\b|TIME ZONE\b|[a-z_.]+\s+TO\b)(?!LOCAL)/g],
  ["listening", /\bLISTEN\s+[a-z_]|\.listen\(\s*wakeupChannel/g],
  ["a temporary table", /\bCREATE\s+(?:LOCAL\s+|GLOBAL\s+)?TEMP(?:ORARY)?\b/gi],
  ["a statement prepared by name", /\bPREPARE\s+[a-z_]+\s+(?:AS|\()|\bDEALLOCATE\b/g],
  ["a cursor beyond its transaction", /\bWITH\s+HOLD\b/g],
  ["another session's state", /\bDISCARD\s+(?:ALL|PLANS|TEMP|SEQUENCES)\b|\bRESET\s+ALL\b/g]
]

interface SessionDependency {
  readonly what: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** What a source asks of a session, in the order of its lines; comments ask for nothing. */
export const sessionDependencies = (source: string): ReadonlyArray<SessionDependency> => {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/^\s*(?:\/\/|--).*$/gm, "")
  return lasting
    .flatMap(([what, asks]) =>
      [...code.matchAll(asks)].map(({ 0: text, index }) => ({
        what,
        line: code.slice(0, index).split("\n").length,
        text: text.replaceAll(/\s+/g, " ")
      }))
    )
    .toSorted((a, b) => a.line - b.line)
}

/** Files that ask for it where sessions are the service's own, and do without where they are not. */
export const mayAskSessions: ReadonlyArray<string> = [
  "src/platform/database/session.ts",
  "src/platform/database/session-dependencies.ts",
  "src/platform/database/start.ts",
  "src/platform/jobs/wakeups.ts"
]
