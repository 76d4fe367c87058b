import { Effect, FileSystem, Redacted, Schedule, Schema } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { closeSync, existsSync, globSync, openSync, readFileSync } from "node:fs"
import path from "node:path"
import { BenchFailed, benchFolder } from "./opponents.ts"
import { freePort } from "./processes.ts"

const Cluster = Schema.fromJsonString(
  Schema.Struct({
    members: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        role: Schema.String,
        state: Schema.String,
        lag: Schema.optionalKey(Schema.Unknown)
      })
    )
  })
)

interface Member {
  readonly name: string
  readonly port: number
  readonly rest: number
  readonly file: string
  readonly data: string
}

const needed = ["patroni", "etcd", "haproxy"]

const binaries = () => globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1)

/** Patroni refuses to be root. */
const unprivileged = (command: string, args: ReadonlyArray<string>): [string, ReadonlyArray<string>] =>
  process.getuid?.() === 0 ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args]

const start = (folder: string, name: string, [command, args]: readonly [string, ReadonlyArray<string>]) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const log = openSync(path.join(folder, `${name}.log`), "a")
      const child = spawn(command, args, { stdio: ["ignore", log, log], detached: true, cwd: folder })
      closeSync(log)
      return child
    }),
    (child) => Effect.sync(() => killGroup(child, "SIGKILL"))
  )

const killGroup = ({ exitCode, pid }: ChildProcess, signal: NodeJS.Signals) => {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** PostgreSQL is of a session of its own, so that Patroni's death alone does not end it. */
const killPostgres = ({ data }: Member) => {
  const file = path.join(data, "postmaster.pid")
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10)
  // Its children end when it is gone.
  if (pid > 0) spawnSync("kill", ["-9", String(pid)])
}

// A standby tries every 5 s by default to stream from whoever leads now: until one does, no commit of a new leader ends.
const configuration = (
  member: Member,
  etcd: number,
  passwords: { readonly postgres: string; readonly replicator: string }
) => `
scope: svc
name: ${member.name}
restapi: { listen: "127.0.0.1:${member.rest}", connect_address: "127.0.0.1:${member.rest}" }
etcd3: { host: "127.0.0.1:${etcd}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 150, wal_keep_size: 512MB, wal_retrieve_retry_interval: 500ms }
  initdb: [{ encoding: UTF8 }, data-checksums]
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${member.port}
  connect_address: 127.0.0.1:${member.port}
  data_dir: ${member.data}
  bin_dir: ${binaries() ?? ""}
  authentication:
    superuser: { username: postgres, password: ${passwords.postgres} }
    replication: { username: replicator, password: ${passwords.replicator} }
  parameters: { unix_socket_directories: "${path.dirname(member.data)}" }
`

const balancer = (port: number, members: ReadonlyArray<Member>) => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((member) => `  server ${member.name} 127.0.0.1:${member.port} maxconn 200 check port ${member.rest}`).join("\n")}
`

/**
 * Three PostgreSQL servers under Patroni with a synchronous standby, etcd, and HAProxy before them, all of Debian's
 * packages, in a folder of their own; they end with the scope.
 */
export const patroniCluster = Effect.fn("Bench.patroniCluster")(function* () {
  const fs = yield* FileSystem.FileSystem
  const missing = needed.filter((command) => spawnSync("which", [command]).status !== 0)
  if (missing.length > 0 || binaries() === undefined) {
    return yield* new BenchFailed({
      message: "It takes patroni, etcd, haproxy and PostgreSQL: apt-get install patroni etcd-server haproxy postgresql"
    })
  }
  const folder = path.join(benchFolder, "patroni")
  yield* fs.remove(folder, { recursive: true, force: true })
  yield* fs.makeDirectory(folder, { recursive: true })
  const [etcd, peer, port] = yield* Effect.all([freePort, freePort, freePort])
  const members = yield* Effect.forEach(["pg0", "pg1", "pg2"], (name) =>
    Effect.gen(function* () {
      const own = path.join(folder, name)
      yield* fs.makeDirectory(own, { mode: 0o700 })
      const [database, rest] = yield* Effect.all([freePort, freePort])
      return {
        name,
        port: database,
        rest,
        file: path.join(own, "patroni.yml"),
        data: path.join(own, "data")
      } satisfies Member
    })
  )
  const secret = () => randomBytes(12).toString("hex")
  const passwords = { postgres: secret(), replicator: secret() }
  for (const member of members) yield* fs.writeFileString(member.file, configuration(member, etcd, passwords))
  const haproxy = path.join(folder, "haproxy.cfg")
  yield* fs.writeFileString(haproxy, balancer(port, members))
  if (process.getuid?.() === 0) spawnSync("chown", ["-R", "postgres:", folder])

  yield* start(folder, "etcd", [
    "etcd",
    [
      `--data-dir=${path.join(folder, "etcd")}`,
      `--listen-client-urls=http://127.0.0.1:${etcd}`,
      `--advertise-client-urls=http://127.0.0.1:${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`
    ]
  ])
  const join = (member: Member) => start(folder, member.name, unprivileged("patroni", [member.file]))
  const running = new Map<string, ChildProcess>()
  for (const member of members) running.set(member.name, yield* join(member))
  yield* Effect.addFinalizer(() => Effect.sync(() => members.forEach(killPostgres)))
  yield* start(folder, "haproxy", ["haproxy", ["-f", haproxy]])

  const look = Effect.gen(function* () {
    for (const { rest } of members) {
      const text = yield* Effect.option(
        Effect.tryPromise(() => fetch(`http://127.0.0.1:${rest}/cluster`).then((answer) => answer.text()))
      )
      if (text._tag === "Some") return (yield* Effect.orDie(Schema.decodeEffect(Cluster)(text.value))).members
    }
    return []
  })
  /** Three are there, of which one leads and one follows in step. */
  const whole = look.pipe(
    Effect.repeat({
      until: (found) =>
        found.length === 3 &&
        found.some(({ role, state }) => role === "leader" && state === "running") &&
        found.some(({ role }) => role === "sync_standby") &&
        found.every(({ state }) => state === "running" || state === "streaming"),
      schedule: Schedule.spaced("500 millis")
    }),
    Effect.timeoutOrElse({
      duration: "2 minutes",
      orElse: () => Effect.fail(new BenchFailed({ message: `The cluster is not whole, see ${folder}` }))
    })
  )
  yield* whole
  return {
    folder,
    superuser: Redacted.make(`postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/postgres`),
    port,
    whole,
    /** The leader and its Patroni die without a word; answers what brings them back. */
    killLeader: Effect.gen(function* () {
      const leader = (yield* look).find(({ role }) => role === "leader")
      const member = members.find(({ name }) => name === leader?.name)
      if (member === undefined) return yield* new BenchFailed({ message: "Nobody leads" })
      const patroni = running.get(member.name)
      if (patroni !== undefined) killGroup(patroni, "SIGKILL")
      killPostgres(member)
      return { name: member.name, back: Effect.map(join(member), (child) => void running.set(member.name, child)) }
    })
  }
})
