import { IpNetwork, NetAddress } from "effect/net"

const networks = (cidrs: ReadonlyArray<string>) => cidrs.map((cidr) => IpNetwork.fromStringUnsafe(cidr))

const inAny = (blocks: ReadonlyArray<IpNetwork.IpNetwork>, address: NetAddress.IpAddress) =>
  blocks.some((block) => IpNetwork.contains(block, address))

// IANA IPv4 Special-Purpose Address Registry, multicast and class E included.
const ipv4NotPublic = networks([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's host agent: a public number that only its virtual machines reach.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
])

// Everything else is refused: with it go the mapped, compatible, translated and NAT64 forms of IPv4 addresses.
const ipv6GlobalUnicast = IpNetwork.fromStringUnsafe("2000::/3")

// IANA IPv6 Special-Purpose Address Registry inside 2000::/3: Teredo, ORCHID, benchmarking, documentation, 6to4.
const ipv6NotPublic = networks(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])

/** An interface id of the form `::0:5efe:a.b.c.d` carries an IPv4 address under any prefix (ISATAP, RFC 5214, 6.1). */
const embedsIpv4 = (address: NetAddress.Ipv6Address) => {
  const segments = NetAddress.ipv6ToSegments(address)
  return (segments[4] & 0xfcff) === 0 && segments[5] === 0x5efe
}

/**
 * Is the address global unicast, so that a connection to it leaves for the public internet? IPv6 is refused unless
 * known to be public; forms that carry an IPv4 address are refused whatever they carry.
 */
export const isPublicAddress = (address: NetAddress.IpAddress): boolean =>
  NetAddress.isIpv4Address(address)
    ? !inAny(ipv4NotPublic, address)
    : IpNetwork.contains(ipv6GlobalUnicast, address) && !inAny(ipv6NotPublic, address) && !embedsIpv4(address)

/** Loopback, RFC 1918 or unique local (RFC 4193): the machine itself or a network of the operator's own. */
export const isLocalAddress = (address: NetAddress.IpAddress): boolean =>
  NetAddress.isLoopback(address) ||
  (NetAddress.isIpv4Address(address) ? NetAddress.isPrivate(address) : NetAddress.isUniqueLocal(address))
