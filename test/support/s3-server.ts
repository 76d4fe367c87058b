import { Effect, FileSystem, Redacted } from "effect"
import { createServer } from "node:http"
import S3rver from "s3rver"
import type { S3Options } from "#platform/files/s3"
import { isSigned } from "./signature-v4.ts"

const account = { accessKeyId: "S3RVER", secret: "S3RVER" }

const refused = '<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>No</Message></Error>'

/**
 * A server of the S3 protocol on loopback with one bucket, gone with the scope. s3rver takes every signature of
 * version 4 unseen, so each request is checked before it gets there.
 */
export const s3Server = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  const bucket = "files"
  const s3 = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }]
  })
  yield* Effect.promise(() => s3.configureBuckets())
  const serve = s3.callback()
  const server = createServer((request, response) => {
    if (isSigned(request, account)) return serve(request, response)
    response.writeHead(403, { "content-type": "application/xml" }).end(refused)
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return {
    bucket,
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: { accessKeyId: account.accessKeyId, secretAccessKey: Redacted.make(account.secret) }
  } satisfies S3Options
})
