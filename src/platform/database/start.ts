import { PgConnection } from "@effect/sql-pg"
import { Clock, Data, Effect, Result, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { type DatabaseRole, inSession, type Sessions, setUpSession, tryTransaction } from "./session.ts"
import { isAway } from "./away.ts"
import { type DatabaseOptions, loginSettings } from "./connections.ts"
import { secureBytes } from "#platform/crypto/random"
import { codeOf } from "./sqlstate.ts"

/** The connection is unsuitable for the service. `message` is for the operator. */
class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly message: string }> {}

const sentences = {
  statements:
    "The database of DATABASE_URL supports no transactions, like PgBouncer with pool_mode = statement. Use " +
    "PostgreSQL directly, or a pooler with pool_mode = session or pool_mode = transaction",
  few:
    "The database of DATABASE_URL, or its pooler, does not respond on three parallel sessions within 15 seconds. " +
    "It hangs, or allows fewer sessions; each node of the service uses up to 30"
}

const unanswered = new DatabaseRefused({
  message:
    "The database of DATABASE_URL, or its pooler, accepts connections but does not respond. Check whether it hangs"
})

/** For a few quick questions that wait for no lock. */
const answeredSoon = Effect.timeoutOrElse({ duration: "30 seconds", orElse: () => Effect.fail(unanswered) })

const sessionId = () => Buffer.from(secureBytes(12)).toString("hex")

/**
 * Marks three sessions and asks each for its mark, in an order in which no pooler that takes turns gives each the right one.
 * Shared are those of a pooler that keeps one for a transaction only (platform-52).
 */
const ownSessions = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const opened = yield* Effect.forEach([0, 1, 2], () =>
    Effect.map(PgConnection.make(loginSettings(options, "start")), (session) => ({ session, id: sessionId() }))
  )
  for (const { id, session } of opened) {
    yield* session.query("SELECT set_config('svc.session', $1, false)", [id], false)
  }
  for (const at of [0, 1, 2, 2, 1, 0, 0]) {
    for (const { id, session } of opened.slice(at, at + 1)) {
      const [row] = yield* inSession(session)("SELECT current_setting('svc.session', true) AS session", [])
      if (row?.["session"] !== id) return false
    }
  }
  return true
})

/** Poolers without transactions refuse BEGIN, or close the connection at this statement only. */
const takesNone = new Set(["08P01", "0A000"])

const begin = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const run = inSession(yield* PgConnection.make(loginSettings(options, "start")))
  yield* run("SELECT 1", [])
  return { run, begun: yield* Effect.result(run("BEGIN", [])) }
})

/** A transaction keeps its settings until its end, and none remain after it. */
const keepsTransactions = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const first = yield* begin(options)
  // Once it may have been lost.
  const lost = Result.isFailure(first.begun) && isAway(first.begun.failure)
  const { begun, run } = lost ? yield* begin(options) : first
  if (Result.isFailure(begun)) {
    return takesNone.has(codeOf(begun.failure)) || isAway(begun.failure) ? false : yield* begun.failure
  }
  const id = sessionId()
  const mark = run("SELECT current_setting('svc.transaction', true) AS mark", [])
  yield* run("SELECT set_config('svc.transaction', $1, true)", [id])
  const [within] = yield* mark
  yield* run("COMMIT", [])
  const [after] = yield* mark
  return within?.["mark"] === id && after?.["mark"] !== id
})

/** Whose the database's sessions are; before anything is written. Fails where not even a transaction keeps one. */
export const findSessions = Effect.fn("findSessions")(
  function* (options: DatabaseOptions): Effect.fn.Return<Sessions, DatabaseRefused | SqlError.SqlError, Scope.Scope> {
    const unprepared = { ...options, sessions: "shared" as const }
    if (yield* ownSessions(unprepared)) return "own"
    if (yield* keepsTransactions(unprepared)) return "shared"
    return yield* new DatabaseRefused({ message: sentences.statements })
  },
  Effect.scoped,
  Effect.timeoutOrElse({
    duration: "15 seconds",
    orElse: () => Effect.fail(new DatabaseRefused({ message: sentences.few }))
  }),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

/** What an administrator runs for a login role without CREATEROLE; on every version of PostgreSQL. */
const rolesMadeBefore = (login: string) =>
  "CREATE ROLE svc_app NOLOGIN; CREATE ROLE svc_system NOLOGIN; CREATE ROLE svc_member NOLOGIN NOINHERIT; " +
  `GRANT svc_app, svc_system TO svc_member; GRANT svc_member TO ${login}`

const inherits = `SELECT r.rolsuper OR r.rolbypassrls AS master, NOT r.rolsuper
  AND pg_has_role(current_user, 'svc_system', 'USAGE') AS inherits, current_user AS login
  FROM pg_roles r WHERE r.rolname = current_user`

const memberships = `SELECT current_setting('server_version_num')::int AS version, pg_has_role($1, 'svc_app', m.way)
    AND pg_has_role($1, 'svc_system', m.way) AS member
  FROM (SELECT CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END AS way) m`

/**
 * Lets the serving role become either of the two roles, without being one; run by the role that created them. Both URLs
 * must name the same database, because migrating one and serving another would go unnoticed.
 */
export const admitService = Effect.fn("admitService")(
  function* (owner: DatabaseOptions, service: DatabaseOptions) {
    const serving = inSession(yield* PgConnection.make(loginSettings(service, "start")))
    const owning = inSession(yield* PgConnection.make(loginSettings(owner, "start")))
    const where = "SELECT quote_ident(current_user) AS quoted, current_user AS login, current_database() AS database"
    const [server] = yield* serving(where, [])
    const [found] = yield* owning(where, [])
    if (server?.["database"] !== found?.["database"]) {
      return yield* new DatabaseRefused({
        message:
          `DATABASE_MIGRATION_URL names the database ${String(found?.["database"])}, but DATABASE_URL names ` +
          `${String(server?.["database"])}. Both must name the same one`
      })
    }
    const [row] = yield* owning(memberships, [server?.["login"]])
    if (row?.["member"] === true) return
    yield* owning(
      Number(row?.["version"]) >= 160_000
        ? `GRANT svc_app, svc_system TO ${String(server?.["quoted"])} WITH INHERIT FALSE, SET TRUE`
        : `GRANT svc_member TO ${String(server?.["quoted"])}`,
      []
    )
  },
  Effect.scoped,
  answeredSoon,
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

/** Whether sessions can have their roles; after the migrations, which make them. */
export const checkRoles = Effect.fn("checkRoles")(
  function* (options: DatabaseOptions) {
    const login = yield* PgConnection.make(loginSettings(options, "start"))
    const [row] = yield* inSession(login)(inherits, [])
    const name = String(row?.["login"])
    if (row?.["master"] === true) {
      yield* Effect.logWarning(
        "database role is a superuser or bypasses row-level security: use one that does neither",
        { role: name }
      )
    }
    if (row?.["inherits"] === true) {
      const fix = `REVOKE svc_app, svc_system FROM ${name}; then, if missing: ${rolesMadeBefore(name)}`
      yield* Effect.logWarning(
        "database role inherits svc_system: a session that loses its role would see all organizations",
        { role: name, fix }
      )
    }
    const roles: ReadonlyArray<DatabaseRole> = ["svc_app", "svc_system"]
    for (const role of roles) {
      const run = inSession(yield* PgConnection.make(loginSettings(options, "start")))
      yield* options.sessions === "shared" ? tryTransaction(run, role) : setUpSession(run, role)
    }
  },
  Effect.scoped,
  answeredSoon,
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

const away = "It must be a PostgreSQL server that is running and reachable"

/** What to do about what the database or the way to it said; each only when that is the cause. */
export const adviceFor = (error: unknown, said: string): string => {
  if (/create role|grant role|admin option/i.test(said)) {
    return (
      "The role cannot create roles. Grant it (ALTER ROLE … CREATEROLE), or have an administrator create them first: " +
      rolesMadeBefore("<the role>")
    )
  }
  if (/startup parameter/i.test(said)) {
    return "The pooler in front of the database does not accept a parameter of the URL. Remove it"
  }
  if (/certificate (?:has expired|is not yet valid)/i.test(said)) {
    return "Give the server a certificate that is valid now, or correct this machine's clock"
  }
  if (/certificate|self.signed|altname|tls|ssl/i.test(said)) {
    return "The server's certificate is verified. Set its authority with sslrootcert=FILE or NODE_EXTRA_CA_CERTS"
  }
  const code = codeOf(error)
  if (code === "42501") {
    return (
      "The role must own the database or be able to create tables in it; or set DATABASE_MIGRATION_URL to the " +
      "role that owns the tables"
    )
  }
  if (code === "53300") {
    return (
      "A node opens up to 30 connections. Raise max_connections, or the limit of the database or role (ALTER " +
      "DATABASE … CONNECTION LIMIT), or use a pooler"
    )
  }
  if (code.startsWith("28") || code === "3D000") return "It needs a user who can log in and an existing database"
  return code === "" || /^(?:E|08|57P)/.test(code) ? away : ""
}
