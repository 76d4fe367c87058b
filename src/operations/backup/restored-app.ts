import type { NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { AuditVerification } from "#audit/verification/service"
import { AppConfig } from "#platform/config/config"
import { databaseLayer, type DatabaseOptions } from "#platform/database/connections"
import type { Files } from "#platform/files/files"
import type { Jobs } from "#platform/jobs/jobs"
import { Secrets } from "#platform/keys/secrets"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { innermostMessage } from "#platform/process/start-failed"
import { BackupFailed, refuse } from "./failed.ts"

type Around =
  | Layer.Success<ReturnType<typeof databaseLayer>>
  | NodeServices.NodeServices
  | AppConfig
  | Files
  | Mailer
  | Outbound
  | Secrets

/** The service without its HTTP face: what a restored database is settled by. */
export type App = Layer.Layer<Jobs | AuditVerification, unknown, Around>

/**
 * That service over a database, with this process's configuration and file storage; none of its jobs starts
 * automatically.
 */
const appOver = (app: App, database: DatabaseOptions) =>
  app.pipe(
    Layer.provide(Layer.mergeAll(Outbound.layer, Mailer.layer)),
    Layer.provide(Secrets.layer),
    Layer.provide(databaseLayer(database)),
    Layer.provide(
      Layer.effect(
        AppConfig,
        AppConfig.use((config) => Effect.succeed(AppConfig.of({ ...config, roles: ["http"] })))
      )
    ),
    // Built again each time: a drill's uses another database than the service.
    Layer.fresh
  )

/** Does work by that service. */
export const byApp = <A, R>(
  app: App,
  database: DatabaseOptions,
  work: Effect.Effect<A, BackupFailed, R | Jobs | AuditVerification>
) =>
  work.pipe(
    Effect.provide(appOver(app, database)),
    Effect.mapError((failure) =>
      failure instanceof BackupFailed
        ? failure
        : refuse(`The service does not work with the restored database: ${innermostMessage(failure)}`)
    )
  )
