import { Data, Effect, FileSystem, Option } from "effect"
import { createHash } from "node:crypto"
import path from "node:path"
import { type PostgresBinaries, sharedFolder } from "./binaries.ts"
import { canEnter, run, type RunAs } from "#platform/process/unprivileged-user"

/** The embedded PostgreSQL did not come up, and why. `passing`: the same try may succeed a moment later. */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{
  readonly message: string
  readonly passing: boolean
}> {}

export const failed = (message: string) => new EmbeddedPostgresFailed({ message, passing: false })

export interface Cluster {
  /** Private to the user that the server runs as: the data, its drafts and the socket. */
  readonly folder: string
  /** PGDATA. */
  readonly data: string
  readonly as: RunAs
}

const isInitialised = Effect.fnUntraced(function* (data: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.exists(path.join(data, "PG_VERSION"))
})

/** The data keeps its user: a cluster created by an ordinary user stays that user's when root starts it later. */
const ownerOf = Effect.fnUntraced(function* (data: string, user: RunAs) {
  const fs = yield* FileSystem.FileSystem
  const { gid, uid } = yield* fs.stat(data)
  const owner = Option.getOrElse(uid, () => -1)
  if (user === undefined) {
    const self = process.getuid?.()
    return self === undefined || self === owner
      ? undefined
      : yield* failed(`${data} belongs to the user ${owner}. Start the service as that user or as root`)
  }
  return owner > 0 ? { uid: owner, gid: Option.getOrElse(gid, () => user.gid) } : user
})

const claim = Effect.fnUntraced(function* (folder: string, as: RunAs) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
  if (as !== undefined) yield* fs.chown(folder, as.uid, as.gid)
  yield* fs.chmod(folder, 0o700)
})

const canKeepData = (folder: string, as: RunAs) =>
  Effect.map(
    run("/bin/sh", ["-c", 'cd -- "$1" && : > .probe && rm .probe', "sh", folder], { as }),
    ({ code }) => code === 0
  )

// A copy of a DATA_DIR must not share the original's database, while a moved one takes it along.
const takeOver = Effect.fnUntraced(function* (folder: string, dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const mark = path.join(folder, "data-dir")
  const owner = (yield* fs.exists(mark)) ? (yield* fs.readFileString(mark)).trim() : dataDir
  if (owner !== dataDir && (yield* fs.exists(path.join(owner, "postgres-location")))) {
    return yield* failed(`the database in ${folder} belongs to the DATA_DIR ${owner}, and ${dataDir} is a copy of it`)
  }
  yield* fs.remove(mark, { force: true })
  yield* fs.writeFileString(mark, `${dataDir}\n`, { flag: "wx", mode: 0o600 })
})

/**
 * The folder named after the DATA_DIR. If a DATA_DIR of the same name was deleted, its database remains without its
 * password: it is left untouched, and the new one is created next to it.
 */
const freeName = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16)
  const first = path.join(sharedFolder, name)
  if (yield* fs.exists(path.join(dataDir, "keys", "postgres-password"))) return first
  let folder = first
  for (let next = 2; yield* isInitialised(path.join(folder, "data")); next++) folder = `${first}-${next}`
  if (folder !== first) {
    yield* Effect.logWarning("database of a deleted DATA_DIR found and left unchanged", {
      dataDir,
      folder: first
    })
  }
  return folder
})

const elsewhere = Effect.fnUntraced(function* (dataDir: string, user: RunAs) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* freeName(dataDir)
  yield* fs.makeDirectory(sharedFolder, { recursive: true, mode: 0o755 })
  yield* claim(folder, user)
  if (!(yield* canKeepData(folder, user))) return yield* failed(`${folder} cannot hold a database. Set DATABASE_URL`)
  return folder
})

const chooseFolder = Effect.fnUntraced(function* (dataDir: string, user: RunAs) {
  const fs = yield* FileSystem.FileSystem
  const inside = path.join(dataDir, "postgres")
  if (user === undefined) {
    if (!(yield* fs.exists(inside))) yield* claim(inside, user)
    return inside
  }
  const note = path.join(dataDir, "postgres-location")
  const noted = (yield* fs.exists(note)) ? (yield* fs.readFileString(note)).trim() : ""
  if (noted !== "" && (yield* isInitialised(path.join(noted, "data")))) {
    yield* takeOver(noted, dataDir)
    yield* Effect.logInfo("postgres data is outside DATA_DIR", { folder: noted })
    return noted
  }
  const enterable = yield* canEnter(dataDir, user)
  if (yield* isInitialised(path.join(inside, "data"))) return inside
  if (enterable) {
    const claimed = yield* Effect.result(claim(inside, user))
    if (claimed._tag === "Success" && (yield* canKeepData(inside, user))) return inside
  }
  const folder = yield* elsewhere(dataDir, user)
  yield* takeOver(folder, dataDir)
  yield* fs.writeFileString(note, `${folder}\n`)
  yield* Effect.logWarning("database user cannot use DATA_DIR, postgres data is elsewhere", {
    dataDir,
    folder
  })
  return folder
})

/** Where the database of this `DATA_DIR` (a real path) lives, and as whom it runs. */
export const findCluster = Effect.fn("PostgresCluster.find")(function* (dataDir: string, user: RunAs) {
  const folder = yield* chooseFolder(dataDir, user)
  const data = path.join(folder, "data")
  const as = yield* ownerOf((yield* isInitialised(data)) ? data : folder, user)
  if (!(yield* canEnter(folder, as))) {
    return yield* failed(`${folder} holds the database, but the user ${as?.uid} that runs it cannot access it`)
  }
  return { folder, data, as } satisfies Cluster
})

const locale = process.platform === "linux" ? "C.UTF-8" : "C"

/** Makes the database files unless they are there. A crash in the middle leaves a draft, which the next start removes. */
export const initialise = Effect.fn("PostgresCluster.initialise")(function* (
  { as, data, folder }: Cluster,
  binaries: PostgresBinaries,
  password: string
) {
  const fs = yield* FileSystem.FileSystem
  if (yield* isInitialised(data)) {
    const version = (yield* fs.readFileString(path.join(data, "PG_VERSION"))).trim()
    if (version !== binaries.majorVersion) {
      return yield* failed(`${data} is from PostgreSQL ${version}, but this release includes ${binaries.majorVersion}`)
    }
    return
  }
  for (const name of yield* fs.readDirectory(folder)) {
    if (name.startsWith("draft-")) yield* fs.remove(path.join(folder, name), { recursive: true, force: true })
  }
  const draft = path.join(folder, `draft-${process.pid}`)
  const passwordFile = path.join(folder, `draft-${process.pid}-password`)
  yield* fs.writeFileString(passwordFile, `${password}\n`, { flag: "wx", mode: 0o600 })
  if (as !== undefined) yield* fs.chown(passwordFile, as.uid, as.gid)
  const { code, output } = yield* run(
    binaries.initdb,
    [
      "-D",
      draft,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      `--locale=${locale}`,
      "--data-checksums"
    ],
    { as, libraries: binaries.libraries }
  ).pipe(Effect.ensuring(Effect.ignore(fs.remove(passwordFile, { force: true }))))
  if (code !== 0) {
    yield* Effect.ignore(fs.remove(draft, { recursive: true, force: true }))
    return yield* failed(`initdb failed: ${output.split("\n").slice(-4).join(" ")}`)
  }
  // An empty folder of that name gives way; a filled one is another start's, and as good.
  yield* fs
    .rename(draft, data)
    .pipe(
      Effect.catch((error) =>
        Effect.flatMap(isInitialised(data), (there) => (there ? Effect.void : Effect.fail(error)))
      )
    )
})
