import { Option, Redacted } from "effect"

/** Where the database is, as its spans tell it. */
export interface DatabasePlace {
  readonly host: string
  readonly port: number
  readonly database: string
}

const placeOf = Option.liftThrowable((text: string): DatabasePlace => {
  const { hostname, pathname, port, searchParams, username } = new URL(text)
  const named = [searchParams.get("dbname") ?? "", pathname.slice(1), username].map(decodeURIComponent)
  return {
    host: searchParams.get("host") ?? (decodeURIComponent(hostname.replace(/^\[|\]$/g, "")) || "localhost"),
    port: Number(searchParams.get("port") ?? (port || 5432)),
    database: named.find((name) => name !== "") ?? "postgres"
  }
})

/** Read as the client reads it; none of what it refuses. */
export const databasePlace = (url: Redacted.Redacted): Option.Option<DatabasePlace> => placeOf(Redacted.value(url))

/** The client's attributes of the database; spans use them, and localhost if only a socket is given. */
export const databaseAt = (url: Redacted.Redacted) => ({ url, ...Option.getOrElse(databasePlace(url), () => ({})) })

export type DatabaseAttributes = ReadonlyArray<readonly [string, unknown]>

/** Attributes of every span of a statement. */
export const databaseAttributes = (url: Redacted.Redacted): DatabaseAttributes => [
  ["db.system.name", "postgresql"],
  ...Option.match(databasePlace(url), {
    onNone: () => [],
    onSome: ({ database, host, port }) =>
      [
        ["db.namespace", database],
        ["server.address", host],
        ["server.port", port]
      ] as const
  })
]
