import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/**
 * The network of an IP address, all that is kept of the caller of an API key: `203.0.113.0/24` (the last octet dropped)
 * or `2001:db8:1::/48`. An IPv4 address written as IPv6 counts as IPv4. Null for text that is not an IP address.
 */
export const networkOf = (address: string): string | null => {
  const [withoutZone = ""] = address.split("%")
  const parsed = Result.map(NetAddress.ipFromString(withoutZone), (ip) => NetAddress.toCanonical(ip))
  if (Result.isFailure(parsed)) return null
  const network = IpNetwork.fromAddress(parsed.success, NetAddress.isIpv4Address(parsed.success) ? 24 : 48)
  return Result.isFailure(network) ? null : IpNetwork.format(network.success)
}
