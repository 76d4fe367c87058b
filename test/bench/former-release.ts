import { Effect, FileSystem } from "effect"
import { spawnSync } from "node:child_process"
import path from "node:path"
import { BenchFailed, benchFolder, root } from "./opponents.ts"

const run = (command: string, ...args: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const { status, stderr, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" })
    return status === 0
      ? Effect.succeed(stdout.trim())
      : Effect.fail(new BenchFailed({ message: `${command} ${args.join(" ")}: ${stderr.trim()}` }))
  })

/** The sources of the release that `FORMER_RELEASE` names, a commit, with packages of their own; answers the file that starts it. */
export const formerRelease = Effect.fn("Bench.formerRelease")(function* () {
  const fs = yield* FileSystem.FileSystem
  const named = process.env["FORMER_RELEASE"]
  if (named === undefined) {
    return yield* new BenchFailed({ message: "FORMER_RELEASE is to name the commit that runs at a customer's now" })
  }
  const commit = yield* run("git", "rev-parse", named)
  const folder = path.join(benchFolder, "releases", commit)
  if (!(yield* fs.exists(path.join(folder, ".complete")))) {
    yield* fs.remove(folder, { recursive: true, force: true })
    yield* fs.makeDirectory(folder, { recursive: true })
    const archive = `${folder}.tar`
    yield* run("git", "archive", "--output", archive, commit)
    yield* run("tar", "-xf", archive, "-C", folder)
    yield* fs.remove(archive)
    // Its own packages by its own lock: those of the workspace are links into the folder they were installed in.
    yield* run("npm", "ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline")
    yield* fs.writeFileString(path.join(folder, ".complete"), "")
  }
  return { commit, file: path.join(folder, "src/main.ts") }
})
