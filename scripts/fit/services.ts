import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Layer, Logger, Redacted } from "effect"
import { Services } from "#App"
import { AppConfig } from "#platform/config/config"
import { type DatabaseOptions, databaseLayer } from "#platform/database/connections"
import { Files } from "#platform/files/files"
import { Secrets } from "#platform/keys/secrets"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"

/** The service's own configuration over this database and a folder that is thrown away. */
export const configOver = (url: Redacted.Redacted, dataDir: string) =>
  AppConfig.layer.pipe(
    Layer.provide(
      ConfigProvider.layer(
        ConfigProvider.fromEnv({
          env: { DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, JOBS: "off", STORAGE_URL: "none" }
        })
      )
    )
  )

/** The service without its HTTP face and its loops. */
export const servicesOver = <E>(options: DatabaseOptions, config: Layer.Layer<AppConfig, E>) =>
  Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer(options), config, NodeServices.layer))
  )

/** What goes wrong stands in the table. */
export const quietly = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provide(self, Logger.layer([]))
