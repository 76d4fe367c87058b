import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { isLocalAddress, isPublicAddress } from "#platform/addresses/public-address"

const isPublic = (text: string) => isPublicAddress(NetAddress.ipFromStringUnsafe(text))

const refused = {
  "IPv4 ranges": [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.0",
    "10.254.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.64.0.1",
    "100.100.0.0",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.254.254.254",
    "168.63.129.16",
    "169.254.0.0",
    "169.254.169.254",
    "172.16.0.0",
    "172.16.10.65",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.255",
    "192.88.99.3",
    "192.168.10.65",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.65",
    "203.0.113.6",
    "224.1.2.3",
    "233.252.0.16",
    "239.255.255.255",
    "240.240.240.240",
    "255.255.255.255"
  ],
  IPv6: [
    "::",
    "::1",
    "fe80::1",
    "febf:ffff::1",
    "fec0::1",
    "fc00::1",
    "fdee:3a45:9057::1",
    "fd7a:115c:a1e0::1",
    "fd00:ec2::254",
    "ff02::1",
    "ff0e::1",
    "100::1",
    "1fff:ffff::1",
    "4000::1",
    "2001:db8::1",
    "2001:2::1",
    "2001:20::1",
    "2001:1ff:ffff::1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "5f00::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1"
  ],
  "embedded IPv4": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2002:808:808::1",
    "::ffff:0:127.0.0.1",
    "2600:1f18::5efe:10.0.0.1",
    "2600:1f18::200:5efe:10.0.0.1"
  ]
}

const allowed = {
  "IPv4 beside the ranges": [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.1",
    "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255"
  ],
  "IPv6 global unicast": ["2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::1", "2a00:1450::1", "2003::1"]
}

describe("an address is public", () => {
  for (const [group, addresses] of Object.entries(refused)) {
    // outbound-1
    it.each(addresses)(`never: ${group}, %s`, (address) => assert.isFalse(isPublic(address)))
  }
  for (const [group, addresses] of Object.entries(allowed)) {
    it.each(addresses)(`yes: ${group}, %s`, (address) => assert.isTrue(isPublic(address)))
  }

  const blocks = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]
  const ipv4 = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))

  const inside = (block: string, host: number) => {
    const network = IpNetwork.fromStringUnsafe(block)
    if (!NetAddress.isIpv4Address(network.address)) throw new Error("an IPv4 block was expected")
    const first = Buffer.from(NetAddress.ipv4ToOctets(network.address)).readUInt32BE()
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(first + (host % Number(IpNetwork.addressCount(network))))
    return NetAddress.ipv4FromBytesUnsafe(bytes)
  }

  it.prop(
    "never inside a private, shared, loopback or link-local block",
    { block: Schema.Literals(blocks), host: ipv4 },
    ({ block, host }) => !isPublicAddress(inside(block, host))
  )

  it.prop(
    "never as the IPv4-mapped, compatible, NAT64 or 6to4 form of any IPv4 address",
    { host: ipv4 },
    ({ host }) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(host)
      const [high, low] = [bytes.readUInt16BE(0).toString(16), bytes.readUInt16BE(2).toString(16)]
      const forms = [`::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::1`]
      return !forms.some(isPublic)
    }
  )

  it.prop(
    "no IPv6 address outside 2000::/3",
    { first: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff })) },
    ({ first }) => (first & 0xe000) === 0x2000 || !isPublic(`${first.toString(16)}::1`)
  )
})

describe("an address is local", () => {
  it.each(["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "::1", "fd00::1"])(
    "loopback or private: %s",
    (address) => assert.isTrue(isLocalAddress(NetAddress.ipFromStringUnsafe(address)))
  )
  it.each(["8.8.8.8", "169.254.169.254", "100.64.0.1", "0.0.0.0", "fe80::1", "2606:4700:4700::1111"])(
    "not: %s",
    (address) => assert.isFalse(isLocalAddress(NetAddress.ipFromStringUnsafe(address)))
  )
})
