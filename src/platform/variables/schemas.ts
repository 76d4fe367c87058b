import { ConnectAdobeSign, ConnectDocuSign, ConnectDropboxSign } from "@svc/contract/integrations/connect-bodies"
import { ByteSize, Duration, Effect, type LogLevel, Option, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { createPrivateKey } from "node:crypto"
import path from "node:path"
import { fileURLToPath } from "node:url"

/** Where files are kept. `None`: storage is not configured. */
export const Storage = Schema.Union([
  Schema.TaggedStruct("Folder", { path: Schema.String }),
  Schema.TaggedStruct("S3", {
    bucket: Schema.String,
    endpoint: Schema.UndefinedOr(Schema.String),
    region: Schema.String
  }),
  Schema.TaggedStruct("None", {})
])
export type Storage = typeof Storage.Type

const Network = Schema.declare(IpNetwork.isIpNetwork, { identifier: "IpNetwork" })

/** What the rule "public addresses only" of outbound calls does not apply to. */
export const OutboundExemption = Schema.Union([
  Schema.TaggedStruct("HostPort", { host: Schema.String, port: Schema.Int }),
  Schema.TaggedStruct("Network", { network: Network }),
  Schema.TaggedStruct("Host", { host: Schema.String })
])
export type OutboundExemption = typeof OutboundExemption.Type

// Configuration is only ever read, so these decode and refuse to encode.
const parsed = <A>(target: Schema.Codec<A, unknown>, parse: (text: string) => Option.Option<A>) =>
  Schema.String.pipe(
    Schema.decodeTo(Schema.toType(target), {
      decode: SchemaGetter.transformEffect((text: string) =>
        Option.match(parse(text), {
          onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ message: "Not a valid value" })),
          onSome: (value) => Effect.succeed(value)
        })
      ),
      encode: SchemaGetter.forbidden(() => "Configuration is read only")
    })
  )

const listOf = <A>(item: Schema.Codec<A, unknown>, parse: (text: string) => Option.Option<A>) =>
  parsed(Schema.Array(Schema.toType(item)), (text) =>
    Option.all(
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "")
        .map(parse)
    )
  )

const url = Option.liftThrowable((text: string) => new URL(text))

const percentDecoded = Option.liftThrowable(decodeURIComponent)

/** A comma list of `name=value`, percent-encoded, as OpenTelemetry's variables have it. */
const pairs = (isPair: (name: string, value: string) => boolean) =>
  parsed(Schema.Record(Schema.String, Schema.String), (text) =>
    Option.all(
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "")
        .map((entry) => {
          const [name = "", ...value] = entry.split("=")
          if (name.trim() === "" || value.length === 0) return Option.none()
          return Option.all([percentDecoded(name.trim()), percentDecoded(value.join("=").trim())] as const).pipe(
            Option.filter((pair) => isPair(...pair))
          )
        })
    ).pipe(Option.map(Object.fromEntries))
  )

export const ResourceAttributes = pairs(() => true)

export const HeaderList = pairs((name, value) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value))

const withoutTrailingSlash = (text: string) => text.replace(/\/+$/, "")

/** An address of a server by scheme, kept as it was written. */
export const serverUrl = (...schemes: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((text) =>
      Option.exists(url(text), ({ hostname, protocol }) => schemes.includes(protocol.slice(0, -1)) && hostname !== "")
    )
  )

/** An http(s) address without query, fragment and credentials; answers without a trailing slash. */
export const WebUrl = parsed(Schema.String, (text) =>
  url(text).pipe(
    Option.filter(
      (it) =>
        ["http:", "https:"].includes(it.protocol) &&
        it.search + it.hash + it.username + it.password === "" &&
        !/[?#]/.test(text)
    ),
    Option.map(() => withoutTrailingSlash(text))
  )
)

export const PortNumber = parsed(Schema.Int, (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Option.some(Number(text)) : Option.none()
)

const secondsFrom = (least: number, most: number) =>
  parsed(Schema.Duration, (text) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Option.some(Duration.seconds(Number(text)))
      : Option.none()
  )
export const Seconds = secondsFrom(0, 600)
/** At least one, and less than a caller's patience. */
export const FewSeconds = secondsFrom(1, 60)

/** What a process does of all that the service does. */
export const Role = Schema.Literals(["http", "deliveries", "jobs", "revocations"])
export type Role = typeof Role.Type

/** Names of roles, each once. */
export const RoleList = parsed(Schema.Array(Role), (text) => {
  const names = text.split(",").map((name) => name.trim().toLowerCase())
  const roles = Role.literals.filter((role) => names.includes(role))
  return roles.length === names.length ? Option.some(roles) : Option.none()
})

/** A number with its unit, such as `20 GiB`. */
export const Size = parsed(Schema.ByteSize, ByteSize.fromString)

/** A name or an address, as a listener takes it. */
export const HostName = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.:%-]{1,253}$/))

/** `address` or `Name <address>`. */
export const Mailbox = Schema.String.check(
  Schema.isPattern(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
)

/** What fits into an `Authorization: Bearer` header. */
export const Token = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/))

/** A token that opens everything: what was drawn at random has many different characters, a placeholder few. */
export const OperatorToken = Token.check(Schema.makeFilter((text) => text.length >= 32 && new Set(text).size >= 8))

const hasOneStep = (bytes: Uint8Array) => {
  const step = (at: number) => ((bytes[at] ?? 0) - (bytes[at - 1] ?? 0) + 256) % 256
  return bytes.every((_, at) => at < 2 || step(at) === step(1))
}

/** Not random: few different bytes (32 random ones have 30), or a sequence (platform-57). */
const isObvious = (bytes: Uint8Array) => new Set(bytes).size < 16 || hasOneStep(bytes)

const Key = Schema.Uint8ArrayFromBase64.check(Schema.makeFilter((bytes) => bytes.length === 32 && !isObvious(bytes)))

/** 32 bytes in base64, drawn at random. */
export const Key32 = parsed(Schema.Uint8Array, Schema.decodeUnknownOption(Key))

export const Key32List = listOf(Schema.Uint8Array, Schema.decodeUnknownOption(Key))

const idOf = (digits: number) => (text: string) =>
  new RegExp(`^[0-9a-f]{${digits}}$`).test(text) ? Option.some(text) : Option.none()

export const MasterKeyIds = listOf(Schema.String, idOf(8))

/** The id of a signing key; `none` where none signed. */
export const SigningKeyId = parsed(Schema.String, (text) =>
  text.toLowerCase() === "none" ? Option.some("none") : idOf(16)(text)
)

const ed25519 = Option.liftThrowable((pem: string) => createPrivateKey({ key: pem, format: "pem" }))

/**
 * Ed25519 PKCS#8 PEM, its line breaks real or spelled `
 * `; `none` disables it.
 */
export const SigningKey = parsed(Schema.Option(Schema.String), (text) => {
  if (text.toLowerCase() === "none") return Option.some(Option.none())
  const pem = `${text.replaceAll("\\n", "\n").trim()}\n`
  return pem.startsWith("-----BEGIN PRIVATE KEY-----") &&
    Option.exists(ed25519(pem), (key) => key.asymmetricKeyType === "ed25519")
    ? Option.some(Option.some(pem))
    : Option.none()
})

const networkOf = (text: string): Option.Option<IpNetwork.IpNetwork> => {
  if (text.includes("/")) return Result.getSuccess(IpNetwork.fromString(text))
  return Result.getSuccess(NetAddress.ipFromString(text)).pipe(
    Option.flatMap((address) => Result.getSuccess(IpNetwork.fromAddress(address, NetAddress.width(address))))
  )
}

/** Comma list of CIDRs and addresses; an address is the network of itself alone. */
export const NetworkList = listOf(Network, networkOf)

const hostName = (text: string): Option.Option<string> =>
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/.test(text) &&
  !/^[\d.]+$/.test(text)
    ? Option.some(text)
    : Option.none()

const exemption = (entry: string): Option.Option<OutboundExemption> => {
  const network = networkOf(entry)
  if (Option.isSome(network)) return Option.some({ _tag: "Network", network: network.value })
  const text = entry.toLowerCase()
  const withPort = /^(?:\[([0-9a-f:.]+)\]|([^:/[\]]+)):(\d{1,5})$/.exec(text)
  if (withPort === null) return Option.map(hostName(text.replace(/\.$/, "")), (host) => ({ _tag: "Host", host }))
  const port = Number(withPort[3])
  const written = withPort[1] ?? withPort[2] ?? ""
  const host = Option.match(Result.getSuccess(NetAddress.ipFromString(written)), {
    onNone: () => (withPort[1] === undefined ? hostName(written.replace(/\.$/, "")) : Option.none()),
    onSome: (address) => Option.some(NetAddress.formatIp(address))
  })
  return port >= 1 && port <= 65_535
    ? Option.map(host, (name) => ({ _tag: "HostPort", host: name, port }))
    : Option.none()
}

/** Comma list of `host:port`, host names, addresses and CIDRs. */
export const OutboundAllowList = listOf(OutboundExemption, exemption)

const folder = (text: string): Option.Option<Storage> => {
  const rest = text.slice("file:".length)
  if (rest.startsWith("/")) {
    return Option.map(Option.liftThrowable(fileURLToPath)(text), (found) => ({ _tag: "Folder", path: found }))
  }
  return Option.some({ _tag: "Folder", path: rest === "" ? "" : path.resolve(decodeURIComponent(rest)) })
}

const bucket = (text: string): Option.Option<Storage> =>
  Option.flatMap(url(text), ({ hash, hostname, password, pathname, port, searchParams, username }) => {
    const endpoint = searchParams.get("endpoint")
    const address = endpoint === null ? Option.some(undefined) : Schema.decodeOption(WebUrl)(endpoint)
    const known = [...searchParams.keys()].every((key) => key === "endpoint" || key === "region")
    const region = searchParams.get("region") ?? "us-east-1"
    return known &&
      /^[A-Za-z0-9._-]{1,255}$/.test(hostname) &&
      /^[a-z0-9-]{1,64}$/.test(region) &&
      (pathname === "" || pathname === "/") &&
      hash + password + username + port === ""
      ? Option.map(address, (found) => ({ _tag: "S3", bucket: hostname, endpoint: found, region }))
      : Option.none()
  })

/** `file:` with a path (without one the path is empty: the default folder), `s3://bucket?endpoint=…&region=…`, `none`. */
export const StorageUrl = parsed(Storage, (text) => {
  if (text.toLowerCase() === "none") return Option.some({ _tag: "None" })
  if (text.startsWith("file:")) return Option.flatten(Option.liftThrowable(folder)(text))
  return text.startsWith("s3://") ? bucket(text) : Option.none()
})

const levels: Readonly<Record<string, LogLevel.LogLevel>> = {
  all: "All",
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  warning: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None"
}

/** The name of a level, its case ignored. */
export const LogLevelName = parsed(
  Schema.Literals(["All", "Fatal", "Error", "Warn", "Info", "Debug", "Trace", "None"]),
  (text) => Option.fromUndefinedOr(levels[text.toLowerCase()])
)

const esignatureAccount = Schema.Union([
  Schema.Struct({ docusign: ConnectDocuSign }),
  Schema.Struct({ adobe_sign: ConnectAdobeSign }),
  Schema.Struct({ dropbox_sign: ConnectDropboxSign })
])

/** The operator's own e-signature account: `{"docusign": { …as its connect route takes it } }`. */
export const ESignatureAccount = Schema.fromJsonString(esignatureAccount)
export type ESignatureAccount = typeof esignatureAccount.Type
