import { Effect } from "effect"
import fs from "node:fs"
import https from "node:https"
import { DemoFailed } from "./demo-failed.ts"

interface Visit {
  readonly url: string
  /** Posted as a browser posts a form; without it the page is got. */
  readonly form?: Readonly<Record<string, string>>
}

/** A page as the person's browser gets it, which trusts this authority; `fetch` would trust the machine's alone. */
export const visit = (authority: string, { form, url }: Visit): Effect.Effect<string, DemoFailed> => {
  const failed = (message: string) => new DemoFailed({ message: `${url} ${message}` })
  return Effect.callback<string, DemoFailed>((resume) => {
    const body = form === undefined ? undefined : new URLSearchParams(form).toString()
    const request = https.request(
      url,
      {
        method: body === undefined ? "GET" : "POST",
        ca: fs.readFileSync(authority, "utf8"),
        headers: {
          accept: "text/html",
          ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
        }
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", (error) => resume(failed(`was cut off: ${error.message}`)))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resume(
            response.statusCode === 200
              ? Effect.succeed(text)
              : failed(`answered ${response.statusCode} instead of 200: ${text.slice(0, 500)}`)
          )
        })
      }
    )
    request.on("error", (error) => resume(failed(`failed: ${error.message}`)))
    request.end(body)
    return Effect.sync(() => request.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: "20 seconds", orElse: () => failed("was not answered within 20 seconds") }))
}
