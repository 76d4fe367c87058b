import { Clock, Context, Duration, Effect, Layer, Option, Record, Result, Schema } from "effect"
import type { NetAddress } from "effect/net"
import { validateHeaderName, validateHeaderValue } from "node:http"
import { AppConfig, type OutboundExemption } from "#platform/config/config"
import {
  type Exchange,
  type ExchangeFailed,
  makeConnections,
  type Method,
  type OutboundResponse
} from "./connections.ts"
import { exemptionOf, formatExemption, isExemptName } from "#platform/addresses/exemptions"
import { makeResolver, NameUnresolved, readAddresses, type ResolveName } from "./resolver.ts"
import { asClientCall } from "#platform/observability/trace-links"
import { isBelow, judgeAddresses, type OutboundUrl, parseOutboundUrl } from "#platform/addresses/url"

export type { OutboundResponse } from "./connections.ts"

/** The URL must not be called; `reason` is a sentence for the person who typed it. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", { reason: Schema.String }) {}

/** No complete answer. `message` is one of a few fixed sentences: nothing that the other side sent is in it. */
export class OutboundFailed extends Schema.TaggedError<OutboundFailed>()("OutboundFailed", {
  kind: Schema.Literals(["timeout", "dns", "connect", "tls", "protocol"]),
  message: Schema.String
}) {}

export interface OutboundRequest {
  readonly method: Method
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For all of it: name, connection, TLS, head and body. 10 seconds unless given. */
  readonly timeout?: Duration.Input
  /** Of the answer's body; what follows is not read. 64 KB unless given. */
  readonly maxBytes?: number
  /** The answer is a file: `bytes` holds it, and `body` is empty. */
  readonly asBytes?: boolean
  /** The operator's own setting that `url` begins with, `VENDOR_…_URL`: its host and port may be private. */
  readonly operatorAddress?: string
}

const failures = {
  timeout: "No complete answer in time",
  dns: "The host name could not be resolved",
  connect: "The connection could not be opened",
  tls: "The TLS handshake failed or the certificate is not trusted",
  protocol: "The connection ended without a complete and valid HTTP answer",
  request: "A request header contains characters that HTTP does not allow"
} as const

const failed = (kind: OutboundFailed["kind"]) => new OutboundFailed({ kind, message: failures[kind] })

const ofExchange = ({ phase }: ExchangeFailed) => failed(phase === "exchange" ? "protocol" : phase)

const maxBodyBytes = 65_536
const maxAddressesTried = 4
const connectMilliseconds = 2_000
const wholeTime = Duration.toMillis("10 seconds")
const wholeTimeOf = ({ timeout }: OutboundRequest) =>
  timeout === undefined ? wholeTime : Duration.toMillis(Duration.fromInputUnsafe(timeout))
const maxKeptTargets = 1_000

const isRepeatable = ({ method }: Pick<Exchange, "method">) => method !== "POST" && method !== "PATCH"

const isHeader = (name: string, value: string) => {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

// Those that describe the connection or the body are this client's to write.
const ownHeaders = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const failedRequest = new OutboundFailed({ kind: "protocol", message: failures.request })

/** Names and values in turn; `content-length` and `host` are the connection's to write. */
const headersFor = (given: Readonly<Record<string, string>>): Result.Result<ReadonlyArray<string>, OutboundFailed> => {
  // A compressed answer would be a small one that grows without limit.
  const headers = ["accept-encoding", "identity"]
  let accept = false
  let agent = false
  for (const [name, value] of Object.entries(given)) {
    if (!isHeader(name, value)) return Result.fail(failedRequest)
    const lower = name.toLowerCase()
    if (ownHeaders.has(lower)) continue
    accept ||= lower === "accept"
    agent ||= lower === "user-agent"
    headers.push(lower, value)
  }
  if (!accept) headers.push("accept", "*/*")
  if (!agent) headers.push("user-agent", "svc-outbound/1")
  return Result.succeed(headers)
}

/** The host alone: an address of a tenant's, its path and its query may each be a secret. */
const spanAttributes = ({ method, url }: OutboundRequest) => {
  const { hostname, port, protocol } = URL.canParse(url) ? new URL(url) : { hostname: "", port: "", protocol: "" }
  return {
    "http.request.method": method,
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": Number(port || (protocol === "http:" ? 80 : 443)),
    "url.scheme": protocol.slice(0, -1)
  }
}

interface Options {
  /** What the rule "public addresses only" does not apply to. */
  readonly allow: ReadonlyArray<OutboundExemption>
  /** Answers for name servers and hosts file, asked for every call; no address at all is an unknown name. */
  readonly resolve?: (host: string) => Effect.Effect<ReadonlyArray<string>>
  /** A certificate in PEM, trusted besides the default ones. */
  readonly ca?: string
  /** Addresses of the operator's own: their names are looked up as exempt ones are, in the hosts file too. */
  readonly operatorAddresses?: ReadonlyArray<string>
  /** Outside production a refusal names the `OUTBOUND_ALLOW` that would lift it. */
  readonly namesExemption?: boolean
}

const make = Effect.fnUntraced(function* ({
  allow,
  ca,
  namesExemption = false,
  operatorAddresses = [],
  resolve
}: Options) {
  const named = [...allow, ...operatorAddresses.flatMap(exemptionOf)]
  if (allow.length > 0) {
    yield* Effect.logWarning("OUTBOUND_ALLOW exempts hosts from the public-address rule", {
      hosts: allow.map(formatExemption).join(", ")
    })
  }
  const connections = yield* makeConnections({ ca: ca === undefined ? [] : [ca] })
  const resolveName: ResolveName =
    resolve === undefined
      ? yield* makeResolver({ isExemptName: (host) => isExemptName(named, host) })
      : (host) => Effect.flatMap(resolve(host), readAddresses)

  const refuse = <A>(result: Result.Result<A, { readonly reason: string }>) =>
    Effect.fromResult(Result.mapError(result, ({ reason }) => new AddressRefused({ reason })))

  // What a text says does not change; what its host resolves to is judged at every call.
  const targets = new Map<string, ReturnType<typeof parseOutboundUrl>>()
  const targetOf = (text: string, allowed: ReadonlyArray<OutboundExemption>) => {
    if (allowed !== allow) return parseOutboundUrl(text, allowed)
    const kept = targets.get(text)
    if (kept !== undefined) return kept
    const target = parseOutboundUrl(text, allow)
    if (targets.size >= maxKeptTargets) targets.clear()
    targets.set(text, target)
    return target
  }

  /** What is exempt for this one request: a tenant's address gains nothing by an operator's. */
  const allowedFor = ({ operatorAddress, url }: OutboundRequest) =>
    operatorAddress !== undefined && isBelow(url, operatorAddress) ? [...allow, ...exemptionOf(operatorAddress)] : allow

  /** The addresses that a connection may be opened to now. */
  const checkedAddresses = Effect.fnUntraced(function* (
    target: OutboundUrl,
    allowed: ReadonlyArray<OutboundExemption>
  ) {
    if (Option.isSome(target.literal)) return [target.literal.value]
    const addresses = yield* resolveName(target.host)
    if (Result.isSuccess(judgeAddresses(target, addresses, allowed))) return addresses
    // A refusal is permanent, so it is not based on a cached DNS answer.
    const fresh = yield* resolveName(target.host, true)
    yield* refuse(judgeAddresses(target, fresh, allowed))
    return fresh
  })

  const overSeveral = Effect.fnUntraced(function* (
    request: Exchange,
    addresses: ReadonlyArray<NetAddress.IpAddress>,
    until: number
  ): Effect.fn.Return<OutboundResponse, OutboundFailed> {
    const repeatable = isRepeatable(request)
    const tried = connections.preferred(request.target, addresses).slice(0, maxAddressesTried)
    for (const [index, address] of tried.entries()) {
      const last = index === tried.length - 1
      const connectWithin = last ? undefined : connectMilliseconds
      const attempt = (fresh: boolean) => connections.exchange(request, address, { until, connectWithin, fresh })
      const outcome = yield* Effect.result(
        repeatable
          ? Effect.catchIf(
              attempt(false),
              ({ stale }) => stale,
              () => attempt(true)
            )
          : attempt(false)
      )
      if (Result.isSuccess(outcome)) return outcome.success
      // Past the connection the server may have acted on the request, so it is not sent to another address.
      if (last || outcome.failure.phase !== "connect") return yield* ofExchange(outcome.failure)
    }
    return yield* failed("connect")
  })

  /** What is sent once to the one address there is has nothing to choose: so goes every delivery. */
  const overAddresses = (request: Exchange, addresses: ReadonlyArray<NetAddress.IpAddress>, until: number) => {
    const [address] = addresses
    return address !== undefined && addresses.length === 1 && !isRepeatable(request)
      ? Effect.mapError(
          connections.exchange(request, address, { until, connectWithin: undefined, fresh: false }),
          ofExchange
        )
      : overSeveral(request, addresses, until)
  }

  const resolved = (request: OutboundRequest, target: OutboundUrl, allowed: ReadonlyArray<OutboundExemption>) =>
    Effect.timeoutOrElse(checkedAddresses(target, allowed), {
      duration: wholeTimeOf(request),
      orElse: () => Effect.fail(failed("timeout"))
    }).pipe(Effect.catchTag("NameUnresolved", () => Effect.fail(failed("dns"))))

  const perform = (request: OutboundRequest): Effect.Effect<OutboundResponse, AddressRefused | OutboundFailed> =>
    Clock.clockWith((clock) => {
      const until = clock.currentTimeMillisUnsafe() + wholeTimeOf(request)
      const allowed = allowedFor(request)
      const judged = targetOf(request.url, allowed)
      if (Result.isFailure(judged)) return Effect.fail(new AddressRefused({ reason: judged.failure.reason }))
      const target = judged.success
      const headers = headersFor(request.headers ?? {})
      if (Result.isFailure(headers)) return Effect.fail(headers.failure)
      const { asBytes, body, maxBytes = maxBodyBytes, method } = request
      const exchange = { target, method, headers: headers.success, body, maxBytes, asBytes }
      // An IP literal needs no lookup and no timeout; a fiber that watches it would cost more than the whole call.
      return Option.isSome(target.literal)
        ? overAddresses(exchange, [target.literal.value], until)
        : Effect.flatMap(resolved(request, target, allowed), (addresses) => overAddresses(exchange, addresses, until))
    })

  // Without a span where none is sent: this is the path of every delivery.
  const send = (request: OutboundRequest) =>
    asClientCall(request.method, () => spanAttributes(request), {
      answered: ({ status }: OutboundResponse) => ({ "http.response.status_code": status })
    })(perform(request))

  /** Would this address be called if it were exempt? A host without a dot is one of the machine or its network. */
  const isLiftedBy = (text: string, exemptions: ReadonlyArray<OutboundExemption>) =>
    Effect.fromResult(parseOutboundUrl(text, exemptions)).pipe(
      Effect.flatMap((target) => checkedAddresses(target, exemptions)),
      Effect.timeout("3 seconds"),
      Effect.as(true),
      Effect.catchTag("NameUnresolved", () => Effect.succeed(!new URL(text).hostname.includes("."))),
      Effect.orElseSucceed(() => false)
    )

  const withExemption = Effect.fnUntraced(function* (text: string, { reason }: AddressRefused) {
    const exemption = namesExemption && URL.canParse(text) ? exemptionOf(text) : []
    const hint = exemption.length > 0 && (yield* isLiftedBy(text, [...allow, ...exemption]))
    const setting = `OUTBOUND_ALLOW=${exemption.map(formatExemption).join(",")}`
    return new AddressRefused({
      reason: hint ? `${reason}. To allow it on a development machine, start the service with ${setting}` : reason
    })
  })

  const judge = Effect.fnUntraced(function* (text: string) {
    const target = yield* refuse(parseOutboundUrl(text, allow))
    yield* checkedAddresses(target, allow).pipe(
      Effect.timeoutOrElse({ duration: "3 seconds", orElse: () => Effect.fail(new NameUnresolved()) }),
      // Without an address nothing shows that an exemption by network covers the name, so its flaw stands.
      Effect.catchTag("NameUnresolved", () =>
        Option.match(target.flaw, {
          onNone: () => Effect.logDebug("outbound host does not resolve"),
          onSome: (reason) => Effect.fail(new AddressRefused({ reason }))
        })
      )
    )
    return target.url
  })

  const check = Effect.fn("Outbound.check")((text: string) =>
    Effect.catchTag(judge(text), "AddressRefused", (refused) =>
      Effect.flatMap(withExemption(text, refused), Effect.fail)
    )
  )

  return Outbound.of({ check, send })
})

/**
 * The one client for addresses that tenants typed in (decisions, section 9): `https:` to public addresses only,
 * connected to the address that was checked, without redirects, decompression and proxies (`HTTP_PROXY` and its kin
 * have no effect), 64 KB and 10 seconds in all. `OUTBOUND_ALLOW` lifts the rules on address, name and port for what it
 * names; for a loopback or private address among it also plain `http:` is allowed (a self-hosted intranet, a test sink).
 */
export class Outbound extends Context.Service<
  Outbound,
  {
    /**
     * Checks a URL before it is saved, and returns it parsed. A name that does not resolve within 3 seconds passes: it
     * might not exist yet, and every send checks it again (outgoing-21).
     */
    check(url: string): Effect.Effect<URL, AddressRefused>
    /**
     * One request. Resolves and checks again, then connects to the checked address. Any status is a response, including
     * 3xx. A request is sent once; only if a kept connection turns out closed, GET, PUT, and DELETE are sent again.
     */
    send(request: OutboundRequest): Effect.Effect<OutboundResponse, AddressRefused | OutboundFailed>
  }
>()("svc/platform/Outbound") {
  static readonly layerWith = (options: Options) => Layer.effect(Outbound, make(options))
  static readonly layer = Layer.effect(
    Outbound,
    Effect.flatMap(AppConfig, ({ outboundAllow, production, vendorUrls }) =>
      make({
        allow: outboundAllow,
        namesExemption: !production,
        operatorAddresses: Record.values(vendorUrls).flatMap(Option.toArray)
      })
    )
  )
}
