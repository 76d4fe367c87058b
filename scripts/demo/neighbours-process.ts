import { Effect, Schema } from "effect"
import fs from "node:fs"
import path from "node:path"
import type { Certificates } from "./certificates.ts"
import { startChild } from "./child-process.ts"
import { DemoFailed } from "./demo-failed.ts"
import type { KeptState } from "./kept-state.ts"
import { repository, type Settings } from "./settings.ts"

const Ports = Schema.Struct({ receiver: Schema.Int, vendor: Schema.Int, okta: Schema.Int, control: Schema.Int })

export const NeighboursOptions = Schema.Struct({
  key: Schema.String,
  certificate: Schema.String,
  /** Wished for. */
  ports: Ports,
  receiverPath: Schema.String,
  secret: Schema.NullOr(Schema.String),
  vendorToken: Schema.String,
  accountsFile: Schema.String
})

/** The collector listens anywhere, as the target is moved to it, and DocuSign, where the service is led at each start. */
const RealPorts = Schema.Struct({ ...Ports.fields, splunk: Schema.Int, docusign: Schema.Int })
const isPorts = Schema.is(RealPorts)

/** Starts the receiver and the vendors in their own process; answers their real ports and how the process ends. */
export const startNeighbours = Effect.fnUntraced(function* (
  { neighboursDir }: Settings,
  certificates: Certificates,
  state: KeptState
) {
  fs.mkdirSync(neighboursDir, { recursive: true, mode: 0o700 })
  const options: typeof NeighboursOptions.Type = {
    key: certificates.key,
    certificate: certificates.certificate,
    ports: state.ports,
    receiverPath: state.receiverPath,
    secret: state.webhook?.secret ?? null,
    vendorToken: state.vendorToken,
    accountsFile: path.join(neighboursDir, "vendor-accounts.json")
  }
  const child = yield* startChild(path.join(repository, "scripts/demo/neighbours.ts"), {
    env: { ...process.env, NEIGHBOURS: JSON.stringify(options) },
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  const ports = yield* Effect.callback<typeof RealPorts.Type>((resume) => {
    child.process.once("message", (message) => {
      if (isPorts(message)) resume(Effect.succeed(message))
    })
  }).pipe(
    Effect.raceFirst(
      Effect.flatMap(child.ended, (end) => new DemoFailed({ message: `The receiver and the vendors ended: ${end}` }))
    ),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => new DemoFailed({ message: "The receiver and the vendors did not start within 20 seconds" })
    })
  )
  const { docusign, splunk, ...kept } = ports
  return { ports: kept, splunkPort: splunk, docusignPort: docusign, ended: child.ended }
})
