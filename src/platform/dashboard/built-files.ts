import { builtFolder, fingerprint, fingerprintOf, hasSources } from "@svc/dashboard/fingerprint"
import { Context, Data, Effect, Fiber, Layer } from "effect"
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { AppConfig } from "#platform/config/config"

/** The dashboard could not be built; the service continues without it. */
class DashboardMissing extends Data.TaggedError("DashboardMissing")<{ readonly message: string }> {}

/** A file as it is sent, and the same compressed. */
export interface BuiltFile {
  readonly plain: Uint8Array
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

const readOrNothing = (file: string) => {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined
  }
}

const readFolder = (folder: string): ReadonlyMap<string, BuiltFile> =>
  new Map(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^\./.test(entry.name))
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [
          path.relative(folder, file).split(path.sep).join("/"),
          { plain: fs.readFileSync(file), br: readOrNothing(`${file}.br`), gzip: readOrNothing(`${file}.gz`) }
        ]
      })
  )

const script = () => fileURLToPath(import.meta.resolve("@svc/dashboard/build"))

/** What a build said before it failed; one that a signal ended says nothing. */
export const whyEnded = (said: string, code: number | null, signal: string | null): string =>
  said.trim() || (signal === null ? `its process ended with status ${code}` : `${signal} ended its process`)

/** In a process of its own, which gives back what a bundler takes of memory and knows none of the service's secrets. */
const make = (folder: string) =>
  Effect.callback<void, DashboardMissing>((resume) => {
    const { HOME, PATH } = process.env
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script(), folder], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...(HOME === undefined ? {} : { HOME }), ...(PATH === undefined ? {} : { PATH }), NODE_ENV: "production" }
    })
    let said = ""
    child.stderr.on("data", (text) => (said = `${said}${text}`.slice(-4_000)))
    child.once("error", ({ message }) => resume(Effect.fail(new DashboardMissing({ message }))))
    child.once("exit", (code, signal) =>
      resume(code === 0 ? Effect.void : Effect.fail(new DashboardMissing({ message: whyEnded(said, code, signal) })))
    )
    // Waited for: until it has ended it writes into a folder that may go with this process.
    return Effect.callback<void>((ended) => {
      child.once("exit", () => ended(Effect.void))
      child.kill()
    })
  })

const isThere = (folder: string) => fs.existsSync(fingerprintOf(folder))

/**
 * The folder of a current build: the one next to the sources, else one in the service's data, which is built if it is
 * missing or outdated. If the build fails, an older one is served.
 */
const ensure = Effect.fn("Dashboard.ensure")(function* (dataDir: string) {
  if (!hasSources() && isThere(builtFolder)) return builtFolder
  const own = path.join(dataDir, "dashboard")
  const wanted = fingerprint()
  const ready = [builtFolder, own].find((folder) => readOrNothing(fingerprintOf(folder))?.toString() === wanted)
  if (ready !== undefined) return ready
  return yield* make(own).pipe(
    Effect.as(own),
    Effect.catch((failure) => {
      const older = [own, builtFolder].find(isThere)
      return Effect.andThen(
        Effect.logError("dashboard build failed", { reason: failure.message }),
        older === undefined ? Effect.fail(failure) : Effect.succeed(older)
      )
    })
  )
})

/** The current files, read again after another build: a developer reloads the page. */
const makeReader = () => {
  let read: { readonly at: number; readonly files: ReadonlyMap<string, BuiltFile> } | undefined
  return (folder: string) =>
    Effect.try({
      try: () => {
        const at = fs.statSync(fingerprintOf(folder)).mtimeMs
        if (read?.at !== at) read = { at, files: readFolder(folder) }
        return read.files
      },
      catch: (error) => new DashboardMissing({ message: String(error) })
    })
}

/**
 * The files of the dashboard by their paths; at a first start they wait for the few seconds that the build takes. Where
 * no build is wanted, as in the tests of everything else, there are none.
 */
export const Dashboard = Context.Reference<{
  readonly files: Effect.Effect<ReadonlyMap<string, BuiltFile>, DashboardMissing>
}>("svc/platform/Dashboard", {
  defaultValue: () => ({ files: Effect.fail(new DashboardMissing({ message: "It was not built" })) })
})

/** Under `npm run dev` node tells its process so. */
const isWatched = process.env["WATCH_REPORT_DEPENDENCIES"] !== undefined

/** Development mode: rebuilds in place when sources change, so that a reload shows them. */
const makeAgain = Effect.fnUntraced(function* (folder: string) {
  while (true) {
    yield* Effect.sleep("500 millis")
    if (readOrNothing(fingerprintOf(folder))?.toString() === fingerprint()) continue
    yield* make(folder).pipe(
      Effect.catch(({ message }) =>
        // Half-written sources: logged once, and retried after the next change.
        Effect.andThen(Effect.logError("dashboard build failed", { reason: message }), untilOthers(fingerprint()))
      )
    )
  }
})

const untilOthers = (than: string) =>
  Effect.repeat(
    Effect.delay(
      Effect.sync(() => fingerprint()),
      "500 millis"
    ),
    { until: (now) => now !== than }
  )

/** It is made while the service already answers: nothing else waits for it. */
export const DashboardLayer = Layer.effect(
  Dashboard,
  Effect.gen(function* () {
    const { dataDir } = yield* AppConfig
    const made = yield* Effect.forkScoped(ensure(dataDir))
    if (isWatched) yield* Effect.forkScoped(Effect.flatMap(Fiber.join(made), makeAgain))
    const reader = makeReader()
    return { files: Effect.flatMap(Fiber.join(made), reader) }
  })
)
