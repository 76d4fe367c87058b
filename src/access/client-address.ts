import { Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

const parsed = (address: string) =>
  Result.map(NetAddress.ipFromString(address.split("%", 1)[0] ?? ""), (ip) => NetAddress.toCanonical(ip))

/**
 * Whose request it is, without a zone and with IPv4 in its own form. Behind a trusted proxy the server has already
 * put the forwarded address in place. A connection without one (a local socket) answers `unknown`.
 */
export const clientAddress = (request: HttpServerRequest.HttpServerRequest): string => {
  const address = Option.getOrElse(request.remoteAddress, () => "unknown")
  return ipv4.test(address)
    ? address
    : Result.match(parsed(address), { onSuccess: NetAddress.formatIp, onFailure: () => address })
}

/** The /48 around a /64 of `addressBlock`: what a provider assigns to one customer. Undefined for anything else. */
export const widerBlock = (block: string): string | undefined => {
  const address = block.endsWith("/64") ? block.slice(0, -"/64".length) : ""
  return Result.match(
    Result.flatMap(NetAddress.ipFromString(address), (ip) => IpNetwork.fromAddress(ip, 48)),
    { onSuccess: IpNetwork.format, onFailure: () => undefined }
  )
}

/**
 * What limits are counted by: an IPv4 address, or the /64 that an IPv6 host can change its address in at will.
 */
export const addressBlock = (address: string): string => {
  if (ipv4.test(address)) return address
  const ip = parsed(address)
  if (Result.isFailure(ip)) return address
  if (NetAddress.isIpv4Address(ip.success)) return NetAddress.formatIp(ip.success)
  return Result.match(IpNetwork.fromAddress(ip.success, 64), {
    onSuccess: IpNetwork.format,
    onFailure: () => address
  })
}
