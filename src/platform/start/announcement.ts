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
      "keys generated on this node, while the data is in DATABASE_URL: back them up and give them to every node",
      {
        keys: generatedKeys.join(", "),
        folder: path.join(dataDir, "keys")
      }
    )
  }
  if (production && Option.isNone(smtpUrl)) {
    yield* Effect.logWarning("SMTP_URL is not set: emails are stored as files and not sent", {
      folder: path.join(dataDir, "mail")
    })
  }
  for (const { meant, name } of lookalikes(Object.keys(process.env), variableNames)) {
    yield* Effect.logWarning("unknown environment variable, see docs/operate/configuration.md", { name, meant })
  }
})

/** How the first organisation comes to be; what the commands print leads on from there. */
const firstSteps = ({ baseUrl, mail }: { readonly baseUrl: string; readonly mail: string }) => {
  const register = `${baseUrl}/register`
  const command = `${adminCommand} org create --name "Acme" --plan enterprise --superadmin you@acme.example --superadmin-name "Your Name"`
  return Effect.logInfo("no organization yet: register the first one, or create it (docs/operate/first-run.md)", {
    register,
    mail,
    command
  })
}

/** What a person who starts the service needs: its URL, the next steps, what it uses. */
export const announce = Effect.fn("announce")(function* (address: string, { isEmpty }: { readonly isEmpty: boolean }) {
  const around = yield* surroundings
  yield* Effect.logInfo("listening", { url: address, ...around })
  yield* warnings
  const held = yield* JobHold.use(({ current }) => current)
  if (Option.isSome(held)) yield* Effect.logWarning("jobs are on hold", { reason: heldBecause(held.value) })
  if (isEmpty) yield* firstSteps(around)
  const [reference, help] = ["docs", "help"].map((page) => `${around.baseUrl}/${page}`)
  const operatorToken = `OPERATOR_TOKEN, else ${path.join(around.dataDir, "operator-token")}`
  yield* Effect.logInfo("started", { dashboard: around.baseUrl, reference, help, mail: around.mail, operatorToken })
})
