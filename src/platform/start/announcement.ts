import { Effect, Option, Redacted } from "effect"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { variableNames } from "#platform/config/variables"
import { build } from "#platform/process/build"
import { adminCommand } from "#platform/process/commands"
import { masterKeyId } from "#platform/keys/secrets"
import { signingKeyId } from "#platform/keys/signing"
import { heldBecause, JobHold } from "#platform/jobs/hold"
import { lookalikes } from "#platform/variables/names"

/** Host and port (and path, which names a database) of an address; never who logs in there, nor a token in its query. */
const place = (address: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(address))
  return `${host}${pathname === "/" ? "" : pathname}`
}

const orElse = (address: Option.Option<Redacted.Redacted>, otherwise: string) =>
  Option.match(address, { onNone: () => otherwise, onSome: place })

/** Which outside services this process uses, and its keys by their ids. */
const surroundings = Effect.gen(function* () {
  const config = yield* AppConfig
  const { storage } = config
  return {
    ...build,
    baseUrl: config.baseUrl,
    dataDir: config.dataDir,
    database: orElse(config.databaseUrl, `embedded, under ${config.dataDir}`),
    storage:
      storage._tag === "None"
        ? "none: routes that need files return 503"
        : storage._tag === "Folder"
          ? storage.path
          : `s3://${storage.bucket} at ${storage.endpoint === undefined ? storage.region : new URL(storage.endpoint).host}`,
    mail: orElse(config.smtpUrl, `files in ${path.join(config.dataDir, "mail")}`),
    limits: orElse(config.redisUrl, "counted per process"),
    witness: Option.match(config.auditWitnessUrl, {
      onNone: () => "none",
      onSome: (url) => new URL(Redacted.value(url)).host
    }),
    masterKey: masterKeyId(config.masterKey),
    signingKey: Option.match(config.auditSigningKey, {
      onNone: () => "none: exports and anchors are not signed",
      onSome: signingKeyId
    }),
    eSignature: Option.match(config.eSignature, {
      onNone: () => "each organization's own account",
      onSome: (account) => Object.keys(Redacted.value(account)).join()
    }),
    roles: config.roles.join(", ")
  }
})

const warnings = Effect.gen(function* () {
  const { databaseUrl, dataDir, generatedKeys, production, smtpUrl } = yield* AppConfig
  if (Option.isSome(databaseUrl) && generatedKeys.length > 0) {
    yield* Effect.logWarning(
      `${generatedKeys.join(" and ")} ${generatedKeys.length === 1 ? "was" : "were"} generated into ${path.join(dataDir, "keys")}, ` +
        "while the data lies in the database of DATABASE_URL: without that folder the data cannot be read, " +
        "and another node needs the same keys"
    )
  }
  if (production && Option.isNone(smtpUrl)) {
    yield* Effect.logWarning(
      `no SMTP_URL is set: mails are files in ${path.join(dataDir, "mail")} of this node, and go to nobody`
    )
  }
  for (const { meant, name } of lookalikes(Object.keys(process.env), variableNames)) {
    yield* Effect.logWarning(
      `the variable ${name} is not read${meant === undefined ? "; docs/operate/configuration.md lists all that are" : `: was ${meant} meant?`}`
    )
  }
})

/** How the first organisation comes to be; what the commands print leads on from there. */
const firstSteps = ({ baseUrl, mail }: { readonly baseUrl: string; readonly mail: string }) =>
  Effect.logInfo(
    `there is no organisation yet. Register the first one at ${baseUrl}/register (the mail that confirms your address: ${mail}), ` +
      `or make it with its Super Admin by: ${adminCommand} ` +
      'org create --name "Acme" --plan enterprise --superadmin you@acme.example --superadmin-name "Your Name", ' +
      "which prints the link at which the password is set. docs/operate/first-run.md goes on from there"
  )

/** What somebody who starts the service wants to know: where it is, what to do next, what it uses. */
export const announce = Effect.fn("announce")(function* (address: string, { isEmpty }: { readonly isEmpty: boolean }) {
  const around = yield* surroundings
  yield* Effect.logInfo(`listening on ${address}`).pipe(Effect.annotateLogs(around))
  yield* warnings
  const held = yield* JobHold.use(({ current }) => current)
  if (Option.isSome(held)) yield* Effect.logWarning(heldBecause(held.value))
  if (isEmpty) yield* firstSteps(around)
  yield* Effect.logInfo(
    `dashboard: ${around.baseUrl}, reference: ${around.baseUrl}/docs, help: ${around.baseUrl}/help. Mails: ${around.mail}. ` +
      `Operator's token: OPERATOR_TOKEN, else ${path.join(around.dataDir, "operator-token")}`
  )
})
