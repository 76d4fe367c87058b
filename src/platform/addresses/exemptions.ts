import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import type { OutboundExemption } from "#platform/variables/schemas"

/** Whom a call would reach; `host` in lower case, an IPv6 address without brackets. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** The host itself when it is an address. */
  readonly literal: Option.Option<NetAddress.IpAddress>
}

const literalOf = (host: string) => Result.getSuccess(NetAddress.ipFromString(host))

const names = (exemption: OutboundExemption, host: string) => exemption._tag !== "Network" && exemption.host === host

const atPort = (exemption: OutboundExemption, port: number) => exemption._tag !== "HostPort" || exemption.port === port

const sameAddress = (left: NetAddress.IpAddress, right: NetAddress.IpAddress) =>
  NetAddress.formatIp(left) === NetAddress.formatIp(right)

const covers = (exemption: OutboundExemption, address: NetAddress.IpAddress) =>
  exemption._tag === "Network"
    ? IpNetwork.contains(exemption.network, address)
    : Option.exists(literalOf(exemption.host), (exempted) => sameAddress(exempted, address))

/** Does an entry of `OUTBOUND_ALLOW` name the endpoint, or the address that its host resolved to? */
export const isExempt = (
  exemptions: ReadonlyArray<OutboundExemption>,
  endpoint: Endpoint,
  address: NetAddress.IpAddress
): boolean =>
  exemptions.some(
    (exemption) => atPort(exemption, endpoint.port) && (names(exemption, endpoint.host) || covers(exemption, address))
  )

/** Could `isExempt` hold before the host is resolved? False spares a name that is refused anyway its look-up. */
export const mayBeExempt = (exemptions: ReadonlyArray<OutboundExemption>, endpoint: Endpoint): boolean =>
  Option.match(endpoint.literal, {
    onSome: (address) => isExempt(exemptions, endpoint, address),
    onNone: () =>
      exemptions.some(
        (exemption) =>
          atPort(exemption, endpoint.port) &&
          (names(exemption, endpoint.host) || exemption._tag === "Network" || Option.isSome(literalOf(exemption.host)))
      )
  })

/** Exempts the host and port of an address, and nothing else. */
export const exemptionOf = (address: string): ReadonlyArray<OutboundExemption> => {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase()
  return [{ _tag: "HostPort", host, port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port) }]
}

/** Does an entry name this host, at whatever port? */
export const isExemptName = (exemptions: ReadonlyArray<OutboundExemption>, host: string): boolean =>
  exemptions.some((exemption) => names(exemption, host))

/** The entry as the operator wrote it. */
export const formatExemption = (exemption: OutboundExemption): string => {
  switch (exemption._tag) {
    case "Host":
      return exemption.host
    case "HostPort":
      return `${exemption.host.includes(":") ? `[${exemption.host}]` : exemption.host}:${exemption.port}`
    case "Network":
      return IpNetwork.format(exemption.network)
  }
}
