/** What one check found. */
export interface Finding {
  readonly check: string
  readonly status: "ok" | "warning" | "failed"
  readonly found: string
  /** What to do about it; empty when there is nothing to do. */
  readonly todo: string
}

/** What a check answers, its name aside. */
export type Verdict = Omit<Finding, "check">

export const ok = (found: string): Verdict => ({ status: "ok", found, todo: "" })
export const warning = (found: string, todo: string): Verdict => ({ status: "warning", found, todo })
export const failed = (found: string, todo: string): Verdict => ({ status: "failed", found, todo })

/** In seconds. One-time passwords are valid for 30, signatures of callbacks for some minutes. */
const noticeable = 2
const harmful = 20

/** `uncertain`: half of the time in which the database answered. All in milliseconds. */
export const clockVerdict = (skew: number, uncertain: number): Verdict => {
  const seconds = Math.max(0, Math.abs(skew) - uncertain) / 1000
  const found = `this machine is ${(Math.abs(skew) / 1000).toFixed(2)} s ${skew > 0 ? "behind" : "ahead of"} the database`
  const todo = "let NTP set the clocks of this machine and of the database server"
  if (seconds > harmful) return failed(found, todo)
  return seconds > noticeable ? warning(found, todo) : ok(found)
}

interface Migrations {
  readonly known: number
  readonly applied: number
  /** What a release has to know to work on the database, where that is marked. */
  readonly floor: number | null
}

export const migrationVerdict = ({ applied, floor, known }: Migrations): Verdict => {
  if (applied > known) {
    const found = `the database has migration ${applied}, this release knows only up to ${known}`
    return floor !== null && floor <= known
      ? warning(`${found}, but supports it`, "start the newer release on every node")
      : failed(found, "start the release that created it, or a later one")
  }
  return applied === known
    ? ok(`migration ${applied}, as this release has it`)
    : warning(
        `the database has migration ${applied}, this release has ${known}`,
        "they are applied when this release starts"
      )
}

interface Keys {
  /** Ids of the master keys that this process has, and of those declared as lost. */
  readonly given: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly signing: string
  /** Of those that the database was used with. */
  readonly sealedWith: ReadonlyArray<string>
  readonly signedWith: string | undefined
}

/** The rules of a start: every key that sealed something is there, and the key that signs is the known one. */
export const keysVerdict = ({ given, lost, sealedWith, signedWith, signing }: Keys): Verdict => {
  const missing = sealedWith.filter((id) => !given.includes(id) && !lost.includes(id))
  if (missing.length > 0) {
    return failed(
      `the database is encrypted with the master key ${missing.join(", ")}, which is not set`,
      "set it as MASTER_KEY, or in MASTER_KEY_PREVIOUS while rotating"
    )
  }
  if (signedWith !== undefined && signedWith !== signing) {
    return failed(
      `the audit log is signed with ${signedWith}, and this process would sign with ${signing}`,
      "give every node the same AUDIT_SIGNING_KEY; AUDIT_SIGNING_KEY_REPLACES permits a new one"
    )
  }
  const found = `master key ${given[0] ?? "none"}, signing key ${signing}`
  return signing === "none"
    ? warning(`${found}: exports and anchors are not signed`, "set AUDIT_SIGNING_KEY")
    : ok(found)
}

interface ChainState {
  readonly chains: number
  /** Organizations whose head does not match its entry, or whose newest anchor contradicts it. */
  readonly broken: ReadonlyArray<string>
  readonly unanchored: number
  readonly unpublished: number
}

export const chainVerdict = ({ broken, chains, unanchored, unpublished }: ChainState): Verdict => {
  if (broken.length > 0) {
    return failed(
      `the head or the newest anchor contradicts the log of ${broken.slice(0, 3).join(", ")}${broken.length > 3 ? " and others" : ""}`,
      "change nothing, and verify it whole: admin audit verify --org ID"
    )
  }
  const found = `${chains} ${chains === 1 ? "chain matches" : "chains match"} at the head and at the newest anchor`
  if (unanchored > 0) {
    return warning(
      `${found}; ${unanchored} without an anchor for two hours`,
      "see docs/operate/runbook/AuditAnchorsMissing.md"
    )
  }
  return unpublished > 1000
    ? warning(
        `${found}; ${unpublished} anchors have not left the database`,
        "see docs/operate/runbook/AuditAnchorsUnpublished.md"
      )
    : ok(found)
}

interface Held {
  readonly origin: "backup" | "recovery"
  readonly backup: string | null
  /** The moment that the data is of, as ISO 8601 writes it. */
  readonly dataOf: string
  readonly finished: boolean
}

/** What came back from a backup waits for the operator's word. */
export const holdVerdict = (hold: Held | undefined): Verdict => {
  if (hold === undefined) return ok("no restore is on hold: jobs run")
  const { backup, dataOf, finished, origin } = hold
  const came =
    origin === "backup" ? `the database was restored from ${backup ?? "a backup"}` : "the database was recovered"
  if (!finished) {
    return failed(
      `${came} as of ${dataOf}, and that is not finished: no service starts on it`,
      `run \`admin backup ${origin === "backup" ? "restore" : "recovered"}\` again`
    )
  }
  return warning(
    `${came} as of ${dataOf} and is not released: no webhooks, emails, revocations or other jobs run`,
    "see what is on hold with `admin backup held`, then run `admin backup release --queued discard` (or `send`, if it was not sent before)"
  )
}

/** Partitions are made for seven days ahead. */
const leftAhead = 3

/** `days`: for how many from now every table has its partitions. */
export const partitionsVerdict = (days: number): Verdict => {
  const todo = "check that a node runs the jobs, and see docs/operate/runbook/PartitionsMissing.md"
  if (days <= 0) return warning("none for today: the default partition takes the rows", todo)
  const found = `created for ${Math.floor(days)} days ahead`
  return days < leftAhead ? warning(found, todo) : ok(found)
}

interface Waiting {
  readonly queue: string
  readonly depth: number
  /** For how long the oldest has been due. */
  readonly seconds: number
}

const slow = 15 * 60
const held = 60 * 60

export const queuesVerdict = (queues: ReadonlyArray<Waiting>): Verdict => {
  const late = queues.filter(({ seconds }) => seconds > slow)
  const total = queues.reduce((sum, { depth }) => sum + depth, 0)
  if (late.length === 0) return ok(`${queues.length} queues, ${total} due`)
  const found = late
    .map(({ depth, queue, seconds }) => `${queue}: ${depth} due, the oldest for ${Math.round(seconds / 60)} minutes`)
    .join("; ")
  const todo = "check that a node runs the jobs, and see docs/operate/runbook/QueueNotDraining.md"
  return late.some(({ seconds }) => seconds > held) ? failed(found, todo) : warning(found, todo)
}

interface Server {
  readonly version: number
  readonly login: string
  readonly standby: boolean
  readonly readOnly: boolean
  readonly connections: number
  readonly mostConnections: number
}

/** What one node opens at most. */
const opened = 30

export const serverVerdict = (server: Server): Verdict => {
  const major = Math.floor(server.version / 10_000)
  const found = `PostgreSQL ${major} as ${server.login}, ${server.connections} of ${server.mostConnections} connections in use`
  if (server.standby || server.readOnly) {
    return failed(`${found}; it accepts no writes`, "point DATABASE_URL to the primary")
  }
  if (major < 15) return failed(found, "PostgreSQL 15 or later is required")
  return server.mostConnections - server.connections < opened
    ? warning(found, `a node opens up to ${opened}: raise max_connections, or use a pooler`)
    : ok(found)
}
