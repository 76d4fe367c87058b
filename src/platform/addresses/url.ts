import { Data, Option, Result } from "effect"
import { NetAddress } from "effect/net"
import { domainToUnicode } from "node:url"
import type { OutboundExemption } from "#platform/variables/schemas"
import { type Endpoint, isExempt, mayBeExempt } from "./exemptions.ts"
import { isLocalAddress, isPublicAddress } from "./public-address.ts"

/** The URL must not be called; `reason` is a sentence for the person who typed it. */
class UrlRefused extends Data.TaggedError("UrlRefused")<{ readonly reason: string }> {}

/** An address that may be called, if what its host resolves to is admitted by `judgeAddresses`. */
export interface OutboundUrl extends Endpoint {
  readonly url: URL
  /** The rule that it breaks and only an exemption lifts. */
  readonly flaw: Option.Option<string>
}

const maxLength = 2048

const notHttps = "The URL must start with https://"

// The Fetch standard's blocked ports ("port blocking"), and databases and remote desktops that it leaves out.
const refusedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379,
  2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5671, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 9042, 9092, 10080, 11211, 27017, 27018, 27019
])

// RFC 6761, RFC 8375, ICANN's .internal, and the names that clouds and clusters give to their own.
const insideNames = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "svc",
  "home.arpa",
  "metadata.goog"
]

const hostLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

const lookAlike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/** Latin letters mixed with lookalikes of another script imitate another name. */
const imitates = (label: string) => {
  const shown = label.startsWith("xn--") ? domainToUnicode(label) : label
  return /\p{Script=Latin}/u.test(shown) && lookAlike.test(shown)
}

/** What is wrong with the text, whatever addresses are allowed; undefined if nothing. */
const wrongForm = (text: string): string | undefined => {
  if (text.length > maxLength) return `The URL is longer than ${maxLength} characters`
  // A URL parser drops or rewrites these, so what is called would not be what was read.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return "The URL must not contain spaces, control characters or backslashes"
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return "The URL must be complete, for example https://example.com/path"
  if (!/^https?:\/\/[^/?]/i.test(text)) return notHttps
  if (text.includes("#")) return "The URL must not have a fragment (#)"
  const authority = text.split("/")[2]?.split("?")[0] ?? ""
  if (authority.includes("@")) return "The URL must not contain a user name or a password"
  if (!/^[\x21-\x7e]*$/.test(authority) || authority.includes("%")) {
    return "The host must be in ASCII form (xn--…)"
  }
  return undefined
}

const wrongName = (host: string): string | undefined => {
  if (host.endsWith(".")) return "The host must not end with a dot"
  const labels = host.split(".")
  if (host.length > 253 || !labels.every((label) => hostLabel.test(label))) return "The host is not a valid name"
  if (labels.some(imitates)) return "The host mixes letters of several scripts"
  return undefined
}

const flawOf = (url: URL, { host, port, literal }: Endpoint): string | undefined => {
  if (url.protocol !== "https:") return notHttps
  if (Option.isSome(literal)) {
    if (!isPublicAddress(literal.value)) return `${host} is not a public address`
  } else if (!host.includes(".") || insideNames.some((name) => host === name || host.endsWith(`.${name}`))) {
    return `${host} is not the name of a public host`
  }
  return refusedPorts.has(port) ? `Port ${port} is not a web server port` : undefined
}

/**
 * Reads an address that a tenant typed in, without resolving it: an absolute `https:` URL of at most 2,048 characters,
 * without credentials and fragment, whose host is a public name or address and whose port is not another protocol's.
 * An exemption lifts the rules on scheme, name, address and port, never those on form; see `judgeAddresses`.
 */
export const parseOutboundUrl = (
  text: string,
  exemptions: ReadonlyArray<OutboundExemption> = []
): Result.Result<OutboundUrl, UrlRefused> => {
  const refuse = (reason: string) => Result.fail(new UrlRefused({ reason }))
  const form = wrongForm(text)
  if (form !== undefined) return refuse(form)
  const url = URL.parse(text)
  if (url === null || url.href.length > maxLength) return refuse("The URL is not valid")

  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const literal = Result.getSuccess(NetAddress.ipFromString(host))
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
  const name = Option.isSome(literal) ? undefined : wrongName(host)
  if (name !== undefined) return refuse(name)

  const endpoint = { host, port, literal }
  const flaw = flawOf(url, endpoint)
  if (flaw !== undefined && !mayBeExempt(exemptions, endpoint)) return refuse(flaw)
  const target = { ...endpoint, url, flaw: Option.fromUndefinedOr(flaw) }
  return Option.match(literal, {
    onNone: () => Result.succeed(target),
    onSome: (address) => Result.map(judgeAddresses(target, [address], exemptions), () => target)
  })
}

/**
 * May the target be called at what its host resolved to? Every address must be public or exempt: one that is neither
 * refuses them all. A target that breaks a rule on name or port needs every address exempt, and `http:` further needs
 * every address loopback or private (a self-hosted intranet, a test sink).
 */
export const judgeAddresses = (
  target: OutboundUrl,
  addresses: ReadonlyArray<NetAddress.IpAddress>,
  exemptions: ReadonlyArray<OutboundExemption>
): Result.Result<void, UrlRefused> => {
  const refuse = (reason: string) => Result.fail(new UrlRefused({ reason }))
  const exempt = (address: NetAddress.IpAddress) => isExempt(exemptions, target, address)
  if (!addresses.every((address) => isPublicAddress(address) || exempt(address))) {
    return refuse(`${target.host} does not resolve to public addresses only`)
  }
  if (target.url.protocol !== "https:" && !addresses.every(isLocalAddress)) return refuse(notHttps)
  return Option.isSome(target.flaw) && !addresses.every(exempt) ? refuse(target.flaw.value) : Result.void
}

/** Whether the URL is at or below the other. Compared as URLs, so that no spelling leads elsewhere. */
export const isBelow = (url: string, base: string) => {
  if (!URL.canParse(url) || !URL.canParse(base)) return false
  const [inner, outer] = [new URL(url), new URL(base)]
  const folder = outer.pathname.replace(/\/+$/, "")
  return inner.origin === outer.origin && (inner.pathname === folder || inner.pathname.startsWith(`${folder}/`))
}
