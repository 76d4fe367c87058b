import { Effect, FileSystem, Option } from "effect"
import { addressFault } from "./address.ts"

/** TLS that the address asks for in words that the driver does not know. */
export type DatabaseTls = true | { readonly ca: string }

// What the driver reads itself, and the two that are read here.
const known = [
  "application_name",
  "connect_timeout",
  "dbname",
  "host",
  "options",
  "password",
  "port",
  "ssl",
  "sslmode",
  "sslrootcert",
  "user"
]
const withTls = ["require", "verify-ca", "verify-full"]
const sslmodes = ["disable", "allow", "prefer", ...withTls]

/**
 * Reads the TLS parameters of the database URL in this variable, including the CA file. Fails with a sentence for
 * parameters that would otherwise be ignored, because a URL with weaker TLS than intended would go unnoticed.
 */
export const databaseTls = Effect.fnUntraced(function* (variable: string, address: string) {
  const fs = yield* FileSystem.FileSystem
  const fault = addressFault(address)
  if (fault !== undefined) return yield* Effect.fail(`${variable} ${fault}`)
  const { searchParams } = new URL(address)
  for (const name of searchParams.keys()) {
    if (!known.includes(name)) {
      return yield* Effect.fail(`${variable} takes the parameters ${known.join(", ")}, not ${JSON.stringify(name)}`)
    }
  }
  const mode = searchParams.get("sslmode")
  if (mode !== null && !sslmodes.includes(mode)) {
    return yield* Effect.fail(`${variable} takes sslmode=${sslmodes.join("|")}, not ${JSON.stringify(mode)}`)
  }
  const ssl = searchParams.get("ssl")
  if (ssl !== null && !["true", "false"].includes(ssl)) {
    return yield* Effect.fail(`${variable} takes ssl=true or ssl=false`)
  }
  const rootCert = searchParams.get("sslrootcert")
  const wanted = ssl === "true" || (mode !== null && withTls.includes(mode))
  const unwanted = ssl === "false" || mode === "disable"
  if (unwanted && (wanted || rootCert !== null)) {
    return yield* Effect.fail(
      `${variable} both requires and disables TLS: sslmode, ssl and sslrootcert contradict each other`
    )
  }
  if (rootCert === null || rootCert === "system") {
    return ssl === "true" || rootCert !== null ? Option.some<DatabaseTls>(true) : Option.none<DatabaseTls>()
  }
  const ca = yield* fs
    .readFileString(rootCert)
    .pipe(Effect.mapError(() => `${variable} takes an sslrootcert that this process can read, not ${rootCert}`))
  if (!ca.includes("-----BEGIN CERTIFICATE-----")) {
    return yield* Effect.fail(`${variable} takes an sslrootcert in PEM, which ${rootCert} is not`)
  }
  return Option.some<DatabaseTls>({ ca })
})
