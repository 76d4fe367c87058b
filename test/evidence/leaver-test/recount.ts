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

/** The leavers that `redraw.sh` draws from a `population.csv`: common tools of a shell, and no code of the service. */
export const redrawn = (
  populationCsv: string,
  { anchorHash, size, words }: { readonly anchorHash: string; readonly words: string; readonly size: number }
) =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<string>>((resolve, reject) => {
        const args = ["test/verify/redraw.sh", populationCsv, anchorHash, String(size), words]
        execFile("sh", args, (error, stdout, stderr) =>
          error === null && stderr === ""
            ? resolve(
                stdout
                  .trimEnd()
                  .split("\n")
                  .slice(1)
                  .map((line) => line.slice(line.indexOf(" ") + 1))
              )
            : reject(new Error(stderr, { cause: error }))
        )
      })
  )
