import { Data, Effect, FileSystem } from "effect"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"

/** What the service is compared with. Installed beside the service, never with it. */
const versions = {
  fastify: "5.12.8",
  "graphile-worker": "0.18.0",
  pg: "8.23.1",
  "pg-boss": "12.33.7",
  undici: "8.12.4"
} as const

export class BenchFailed extends Data.TaggedError("BenchFailed")<{ readonly message: string }> {}

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Everything that the benchmarks leave on the disk; removing it is safe when none runs. */
export const benchFolder = path.join(root, ".bench")

const manifest = path.join(benchFolder, "package.json")

/** Loads a package of an opponent; the caller declares the few members that it uses. */
export const opponentPackage = createRequire(manifest)

const npmInstall = Effect.callback<void, BenchFailed>((resume) => {
  const options = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
  const child = spawn("npm", [...options, "--prefix", benchFolder], { stdio: ["ignore", "inherit", "inherit"] })
  const failed = (reason: string) =>
    resume(Effect.fail(new BenchFailed({ message: `The opponents could not be installed: ${reason}` })))
  child.once("error", (error) => failed(error.message))
  child.once("exit", (code) => (code === 0 ? resume(Effect.void) : failed(`npm ended with ${code}`)))
})

/** Installs the opponents in exactly these versions, unless they are there already. */
export const installOpponents = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  // PostgreSQL's own user must be able to pass through when the benchmarks run as root.
  yield* fs.makeDirectory(benchFolder, { recursive: true, mode: 0o711 })
  const wanted = `${JSON.stringify({ name: "opponents", private: true, dependencies: versions }, null, 2)}\n`
  const marker = path.join(benchFolder, "node_modules", ".installed")
  const installed = (yield* fs.exists(marker)) && (yield* fs.readFileString(marker)) === wanted
  if (installed) return
  yield* fs.writeFileString(manifest, wanted)
  yield* Effect.logInfo("installing the opponents")
  yield* npmInstall
  yield* fs.writeFileString(marker, wanted)
})
