import { Effect, Option, Schema } from "effect"
import fs from "node:fs"
import path from "node:path"
import type { Settings } from "./settings.ts"

/** The environment in which a customer's program works against the demo that is running (`examples/leaver.ts`). */
const Desk = Schema.Struct({
  BASE_URL: Schema.String,
  API_KEY: Schema.String,
  /** Where the service may call the program, and the port behind it. */
  WEBHOOK_URL: Schema.String,
  PORT: Schema.String
})
type Desk = typeof Desk.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Desk))

const fileOf = ({ dataDir }: Settings) => path.join(dataDir, "desk.json")

/** What a demo left behind that was killed would lead to another one's service. */
export const clearDesk = (settings: Settings) => Effect.sync(() => fs.rmSync(fileOf(settings), { force: true }))

/** Readable by its owner alone; gone when the demo ends. */
export const openDesk = (settings: Settings, desk: Desk) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const draft = `${fileOf(settings)}.${process.pid}`
      fs.writeFileSync(draft, `${JSON.stringify(desk, null, 2)}\n`, { mode: 0o600 })
      fs.renameSync(draft, fileOf(settings))
    }),
    () => clearDesk(settings)
  )

const answers = ({ BASE_URL }: Desk) =>
  Effect.tryPromise((signal) => fetch(`${BASE_URL}/health/ready`, { signal })).pipe(
    Effect.timeout("2 seconds"),
    Effect.match({ onFailure: () => false, onSuccess: ({ status }) => status === 200 })
  )

/** That of the demo that is running, if one is: what a killed demo left behind is none. */
export const readDesk = Effect.fnUntraced(function* (settings: Settings) {
  const desk = fs.existsSync(fileOf(settings)) ? decode(fs.readFileSync(fileOf(settings), "utf8")) : Option.none<Desk>()
  return Option.isSome(desk) && (yield* answers(desk.value)) ? desk : Option.none<Desk>()
})
