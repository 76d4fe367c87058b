import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { execFile } from "node:child_process"
import { createServer } from "node:http"
import { dirname, join } from "node:path"
import { AppConfig } from "#platform/config/config"
import { OperatorRoutes } from "#App"
import { builtService, childEnvironment } from "#test/support/child-environment"
import { TestServices } from "#test/support/TestApp"

/** `/rpc` on a real socket, over the real services. */
export const OperatorSurface = HttpRouter.serve(OperatorRoutes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
  Layer.provideMerge(TestServices)
)

/** What a process printed, and how it ended. */
interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** As the image has it, which starts in a third of the time of its sources; `configuration.test.ts` runs those. */
const script = join(dirname(builtService), "admin.mjs")

const run = (env: Readonly<Record<string, string>>, input: string, args: ReadonlyArray<string>) =>
  Effect.callback<Ended>((resume) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { ...childEnvironment, ...env } },
      (error, stdout, stderr) =>
        resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), stdout, stderr }))
    )
    child.stdin?.end(input)
    return Effect.sync(() => child.kill())
  })

/** Runs the command as a process of its own: of the service's settings it has exactly these. */
export const adminIn = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => run(env, "", args)

/** Where the surface of this suite listens, and the token that opens it. */
export const environment = Effect.gen(function* () {
  const { operatorToken } = yield* AppConfig
  const { address } = yield* HttpServer.HttpServer
  return { BASE_URL: HttpServer.formatAddress(address), OPERATOR_TOKEN: Redacted.value(operatorToken) }
})

/** Runs the command against the surface of this suite. */
export const admin = (...args: ReadonlyArray<string>) => Effect.flatMap(environment, (env) => adminIn(env, ...args))

/** Runs it with something to read, which comes by a socket. */
export const adminReading = (input: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(environment, (env) => run(env, input, args))

/** The one JSON document of a command that succeeded: nothing else on either stream. */
export const answered = Effect.fnUntraced(function* <A>(schema: Schema.Decoder<A>, ended: Ended) {
  if (ended.code !== 0 || ended.stderr !== "" || ended.stdout.split("\n").length !== 2) {
    return yield* Effect.die(new Error(`expected one line of JSON: ${JSON.stringify(ended)}`))
  }
  return yield* Effect.orDie(Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(schema)))(ended.stdout))
})

/** The sentence of a command that failed with `--json`: exit 1, nothing on stdout. */
export const refused = Effect.fnUntraced(function* (ended: Ended) {
  if (ended.code !== 1 || ended.stdout !== "") {
    return yield* Effect.die(new Error(`expected a failure: ${JSON.stringify(ended)}`))
  }
  const { error } = yield* Effect.orDie(
    Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))(ended.stderr)
  )
  return error
})
