import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import fs from "node:fs"
import type { Settings } from "./settings.ts"

/** What the next start needs again: secrets that were answered once, and the ports that the service knows. */
const KeptState = Schema.Struct({
  apiKey: Schema.NullOr(Schema.String),
  webhook: Schema.NullOr(Schema.Struct({ id: Schema.String, url: Schema.String, secret: Schema.String })),
  vendorToken: Schema.String,
  /** A path of its own: with this file a receiver is lost, and the next one must not be taken for it. */
  receiverPath: Schema.String,
  /** 0 before the first start. */
  ports: Schema.Struct({ receiver: Schema.Int, vendor: Schema.Int, okta: Schema.Int, control: Schema.Int })
})
export type KeptState = typeof KeptState.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(KeptState))

const fresh = (): KeptState => ({
  apiKey: null,
  webhook: null,
  vendorToken: `demo-${randomBytes(24).toString("base64url")}`,
  receiverPath: `/hooks/${randomBytes(6).toString("hex")}`,
  ports: { receiver: 0, vendor: 0, okta: 0, control: 0 }
})

/** What an earlier start kept; a file that is missing or unreadable is a first start. */
export const readState = ({ stateFile }: Settings): Effect.Effect<KeptState> =>
  Effect.suspend(() => decode(fs.existsSync(stateFile) ? fs.readFileSync(stateFile, "utf8") : "")).pipe(
    Effect.orElseSucceed(fresh)
  )

/** Readable by its owner alone; whole or not there. */
export const writeState = ({ stateFile }: Settings, state: KeptState) =>
  Effect.sync(() => {
    const draft = `${stateFile}.${process.pid}`
    fs.writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(draft, stateFile)
  })
