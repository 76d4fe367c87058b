import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { Effect, type FileSystem, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccessLog } from "#platform/observability/access-log"
import { AppConfig } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Loops, RequestBounds, Served, Services } from "#App"
import { TestDatabase } from "./database.ts"
import { s3Server } from "./s3-server.ts"
import { diskWith, start, TestConfig } from "./TestApp.ts"

const baseUrl = "http://svc.test"

/** Each is a file storage of the service, over real parts. */
export const inFolderWithFree = (share: () => number) =>
  Layer.unwrap(Effect.map(AppConfig, ({ storage }) => Files.layerWith({ storage, baseUrl }))).pipe(
    Layer.provide(diskWith(share))
  )

export const inFolder = inFolderWithFree(() => 0.5)

export const inBucket = Layer.unwrap(
  Effect.map(s3Server, ({ credentials, ...place }) =>
    Files.layerWith({ storage: { _tag: "S3", ...place }, baseUrl, s3Credentials: credentials })
  )
)

export const nowhere = Files.layerWith({ storage: { _tag: "None" }, baseUrl })

/** The whole service with its jobs, which run when the test says so, and this storage. */
export const appWithStorage = <E, R = never>(
  files: Layer.Layer<Files, E, AppConfig | Secrets | Randomness | FileSystem.FileSystem | R>,
  config: typeof TestConfig = TestConfig
) =>
  Served.pipe(
    Layer.merge(Loops),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(RequestBounds),
    Layer.provide(AccessLog.layerSilent),
    Layer.provideMerge(Services),
    Layer.provideMerge(
      Layer.mergeAll(
        Outbound.layer,
        Mailer.layer,
        files.pipe(Layer.provide([Secrets.layer, Randomness.layer, NodeFileSystem.layer]))
      )
    ),
    Layer.provideMerge(Layer.mergeAll(TestDatabase, config, NodeServices.layer)),
    Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds)))
  )
