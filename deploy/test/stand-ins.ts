// Usage: node deploy/test/stand-ins.ts storage|mail|neighbours
// What compose.yaml takes from a registry and a customer has outside, made of this repository's packages: for machines without one.
import { scim } from "@svc/lab/scim"
import { startVendor } from "@svc/lab/vendor"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import S3rver from "s3rver"
import { SMTPServer } from "smtp-server"
import { isSigned } from "../../test/support/signature-v4.ts"

/** An S3-compatible store with the account of the secrets; it has no bucket until one is made. */
const storage = async () => {
  const secret = (variable: string) => readFileSync(process.env[variable] ?? "", "utf8")
  const account = { accessKeyId: secret("MINIO_ROOT_USER_FILE"), secret: secret("MINIO_ROOT_PASSWORD_FILE") }
  const serve = new S3rver({
    silent: true,
    directory: "/data",
    vhostBuckets: false,
    allowMismatchedSignatures: true
  }).callback()
  createServer((request, response) => {
    if (isSigned(request, account)) {
      // s3rver knows one account of its own, and takes its signatures unseen.
      const { authorization } = request.headers
      if (authorization !== undefined)
        request.headers.authorization = authorization.replace(account.accessKeyId, "S3RVER")
      request.url = request.url?.replace(account.accessKeyId, "S3RVER")
      return serve(request, response)
    }
    response
      .writeHead(403, { "content-type": "application/xml" })
      .end("<Error><Code>SignatureDoesNotMatch</Code></Error>")
  }).listen(9000)
}

/** A mail catcher: SMTP on 1025, and what it has caught on 8025. */
const mail = () => {
  const caught: Array<{ readonly to: ReadonlyArray<string>; readonly text: string }> = []
  new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      let message = ""
      stream.on("data", (bytes: Buffer) => (message += bytes.toString()))
      stream.on("end", () => {
        caught.push({ to: envelope.rcptTo.map(({ address }) => address), text: message })
        done()
      })
    }
  }).listen(1025)
  createServer((_, response) => response.end(JSON.stringify(caught))).listen(8025)
}

/** An app that access is revoked in (4000), and a subscriber of webhooks (4001) that tells what came. */
const neighbours = async () => {
  await startVendor(scim, { port: 4000, host: "0.0.0.0" })
  const came: Array<unknown> = []
  createServer(async (request, response) => {
    if (request.method === "POST") came.push(JSON.parse(await text(request)))
    response.end(request.method === "POST" ? "" : JSON.stringify(came))
  }).listen(4001)
}

const parts: Readonly<Record<string, () => unknown>> = { storage, mail, neighbours }
await parts[process.argv[2] ?? ""]?.()
