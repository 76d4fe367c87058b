import { Effect } from "effect"
import { execFile } from "node:child_process"
import path from "node:path"

const program = path.join(import.meta.dirname, "recount.mjs")

/** What the second program says of a folder. */
export const recount = (folder: string) =>
  Effect.callback<{ readonly holds: boolean; readonly lines: ReadonlyArray<string> }>((resume) => {
    execFile(process.execPath, [program, folder], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resume(
        stderr === ""
          ? Effect.succeed({ holds: error === null, lines: stdout.trimEnd().split("\n") })
          : Effect.die(new Error(stderr))
      )
    )
  })
