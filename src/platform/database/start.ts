import { PgConnection } from "@effect/sql-pg"
import { Clock, Data, Effect, Predicate } from "effect"
import { type DatabaseRole, inSession, setUpSession } from "./session.ts"
import { type DatabaseOptions, loginSettings } from "./db.ts"
import { secureBytes } from "#platform/crypto/random"

/** The way to the database does not bear the service. `message` is what the operator reads. */
class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly message: string }> {}

const sentences = {
  pooled:
    "The database of DATABASE_URL gives the service's sessions to others between transactions, as PgBouncer does with " +
    "pool_mode = transaction. The service listens in its sessions and keeps its role, locks and prepared statements there: " +
    "give it PostgreSQL itself, or a pooler with pool_mode = session",
  few:
    "The database of DATABASE_URL, or a pooler before it, does not give three sessions at once within 15 seconds; " +
    "the service uses up to 20 of each node"
}

const sessionId = () => Buffer.from(secureBytes(12)).toString("hex")

/**
 * Marks three sessions and asks each for its mark, in an order in which no pooler that takes turns gives each the right one.
 * What a session was told must be there at the next statement: role, time-outs, locks, what it listens
 * to (platform-52).
 */
const ownSessions = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const sessions = yield* Effect.forEach([0, 1, 2], () =>
    Effect.map(PgConnection.make(loginSettings(options, "start")), (session) => ({ session, id: sessionId() }))
  )
  for (const { id, session } of sessions) {
    yield* session.query("SELECT set_config('svc.session', $1, false)", [id], false)
  }
  for (const at of [0, 1, 2, 2, 1, 0, 0]) {
    for (const { id, session } of sessions.slice(at, at + 1)) {
      const [row] = yield* inSession(session)("SELECT current_setting('svc.session', true) AS session", [])
      if (row?.["session"] !== id) return yield* new DatabaseRefused({ message: sentences.pooled })
    }
  }
})

/** Whether the service's sessions are its own; before anything is written. */
export const checkSessions = (options: DatabaseOptions) =>
  ownSessions(options).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: "15 seconds",
      orElse: () => Effect.fail(new DatabaseRefused({ message: sentences.few }))
    }),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )

/** What an administrator runs for a login role that may not create roles; on every version of PostgreSQL. */
const rolesMadeBefore = (login: string) =>
  "CREATE ROLE svc_app NOLOGIN; CREATE ROLE svc_system NOLOGIN; CREATE ROLE svc_member NOLOGIN NOINHERIT; " +
  `GRANT svc_app, svc_system TO svc_member; GRANT svc_member TO ${login}`

const inherits = `SELECT NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
  AND pg_has_role(current_user, 'svc_system', 'USAGE') AS inherits, current_user AS login`

/** Whether sessions can have their roles; after the migrations, which make them. */
export const checkRoles = Effect.fn("checkRoles")(
  function* (options: DatabaseOptions) {
    const login = yield* PgConnection.make(loginSettings(options, "start"))
    const [row] = yield* inSession(login)(inherits, [])
    if (row?.["inherits"] === true) {
      yield* Effect.logWarning(
        `the role ${String(row["login"])} inherits svc_system, so that a session that lost its role would see every ` +
          `organisation. An administrator ends that: REVOKE svc_app, svc_system FROM ${String(row["login"])}, ` +
          `and what of this is not there: ${rolesMadeBefore(String(row["login"]))}`
      )
    }
    const roles: ReadonlyArray<DatabaseRole> = ["svc_app", "svc_system"]
    for (const role of roles) {
      const session = yield* PgConnection.make(loginSettings(options, "start"))
      yield* setUpSession(inSession(session), role)
    }
  },
  Effect.scoped,
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

/** The SQLSTATE, or the operating system's code; empty without one. */
const codeOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  if (Predicate.hasProperty(error, "reason")) return codeOf(error.reason)
  return Predicate.hasProperty(error, "cause") ? codeOf(error.cause) : ""
}

const away = "It takes a PostgreSQL server that is up and can be reached"

/** What to do about what the database or the way to it said; each only when that is the cause. */
export const adviceFor = (error: unknown, said: string): string => {
  if (/create role|grant role|admin option/i.test(said)) {
    return (
      "The role may not create roles. Let it (ALTER ROLE … CREATEROLE), or have an administrator make them beforehand: " +
      rolesMadeBefore("<the role>")
    )
  }
  if (/startup parameter/i.test(said)) {
    return "A pooler before the database does not take what the address asks for at the start of a connection: leave it out"
  }
  if (/certificate|self.signed|altname|tls|ssl/i.test(said)) {
    return "The server's certificate is verified: name its authority with sslrootcert=FILE, or in NODE_EXTRA_CA_CERTS"
  }
  const code = codeOf(error)
  if (code === "42501") return "The role must own the database, or may at least create tables in it"
  if (code.startsWith("28") || code === "3D000") return "It takes a user that may log in and a database that is there"
  return code === "" || /^(?:E|08|57P)/.test(code) ? away : ""
}
