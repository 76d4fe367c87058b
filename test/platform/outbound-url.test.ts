import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import type { OutboundExemption } from "#platform/config/config"
import { isBelow, judgeAddresses, parseOutboundUrl } from "#platform/addresses/url"

const reasonOf = (url: string, exemptions: ReadonlyArray<OutboundExemption> = []) =>
  Result.match(parseOutboundUrl(url, exemptions), { onSuccess: () => undefined, onFailure: ({ reason }) => reason })

const refuses = (url: string, exemptions: ReadonlyArray<OutboundExemption> = []) =>
  assert.isString(reasonOf(url, exemptions), url)

const accepts = (url: string, exemptions: ReadonlyArray<OutboundExemption> = []) =>
  assert.isUndefined(reasonOf(url, exemptions), url)

describe("an outbound address", () => {
  it.each([
    "https://example.com",
    "https://example.com/hooks?a=1&b=%20",
    "https://EXAMPLE.com:8443/x",
    "https://hooks.example.co.uk:443/",
    "https://xn--mnchen-3ya.de/",
    "https://_dmarc.example.com/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://localhost.example.com/",
    "https://local.example.com:9200/"
  ])("is accepted: %s", (url) => accepts(url))

  // outbound-1: They are HTTPS, to public addresses only, however an address is spelt.
  it.each([
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://0/",
    "https://1.2.3.4.5/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://127.0.0.1./",
    "https://%31%32%37.0.0.1/",
    "https:127.0.0.1/",
    "https:////127.0.0.1/",
    "https://a.com@127.0.0.1/",
    "https://127.0.0.1:443\\@example.com/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1:8443/"
  ])("is refused whatever the spelling of a private address: %s", (url) => refuses(url))

  it.each([
    "",
    " ",
    "https://",
    "https:///example.com",
    "https://0o177.0.0.1/",
    "https://127.0.0.256/",
    "https://21307064331/",
    "https://[fe80::1%25eth0]/",
    "https://[::1/",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "https://a..example.com/",
    "https://-a.example.com/",
    `https://${"a".repeat(64)}.com/`,
    "example.com/hook",
    "//example.com/hook",
    "not a url"
  ])("is refused, not thrown, when it is no valid URL: %s", (url) => refuses(url))

  it.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "x.localhost",
    "localhost.localdomain",
    "ip6-loopback",
    "intranet",
    "metadata.google.internal",
    "metadata.goog",
    "kubernetes.default.svc",
    "api.default.svc.cluster.local",
    "printer.local",
    "router.home.arpa",
    "db.corp",
    "example.com."
  ])("is refused for the host name %s", (host) => refuses(`https://${host}/`))

  // outbound-1
  it.each([
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "dict://example.com:11211/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "ws://example.com/"
  ])("is HTTPS only: %s", (url) => assert.strictEqual(reasonOf(url), "The URL must start with https://"))

  it.each([
    "https://user:pass@example.com/",
    "https://user@example.com/",
    "https://@example.com/",
    "https://:@example.com/",
    "https://example.com/#part",
    "https://example.com/#",
    "https://example.com/a\r\nX-Injected: 1",
    "https://example.com/\tx",
    " https://example.com/",
    "https://example.com/\u0000",
    "https://example.com\\x"
  ])("is refused with credentials, a fragment or control characters: %j", (url) => refuses(url))

  it.each(["https://аpple.com/", "https://xn--pple-43d.com/", "https://%D0%B0pple.com/"])(
    "is refused for a look-alike name: %s",
    (url) => refuses(url)
  )

  it.each([22, 25, 110, 143, 465, 587, 993, 995, 3306, 5432, 6379, 11211, 27017])("is refused at port %i", (port) => {
    assert.strictEqual(reasonOf(`https://example.com:${port}/`), `Port ${port} is not a web server port`)
    refuses(`https://8.8.8.8:${port}/`)
  })

  it("has at most 2048 characters, before and after it is normalised", () => {
    const url = (length: number) => `https://example.com/${"a".repeat(length - 20)}`
    accepts(url(2048))
    refuses(url(2049))
    refuses(`https://example.com/${"ä".repeat(600)}`)
  })

  it.prop("of any text is accepted or refused, never thrown", { text: Schema.String }, ({ text }) => {
    parseOutboundUrl(text)
    parseOutboundUrl(`https://${text}/`)
    return true
  })
})

describe("OUTBOUND_ALLOW", () => {
  const network = (cidr: string): OutboundExemption => ({ _tag: "Network", network: IpNetwork.fromStringUnsafe(cidr) })
  const judged = (url: string, addresses: ReadonlyArray<string>, exemptions: ReadonlyArray<OutboundExemption> = []) =>
    Result.isSuccess(
      Result.flatMap(parseOutboundUrl(url, exemptions), (target) =>
        judgeAddresses(target, addresses.map(NetAddress.ipFromStringUnsafe), exemptions)
      )
    )

  // outbound-6: `OUTBOUND_ALLOW` exempts by name, address or network, and a warning at start names them.
  // outbound-10: `OUTBOUND_ALLOW` with a port exempts that port only.
  it("host:port exempts that host at that port only", () => {
    const exemptions = [{ _tag: "HostPort", host: "localhost", port: 9000 }] as const
    assert.isTrue(judged("https://localhost:9000/", ["127.0.0.1"], exemptions))
    assert.isFalse(judged("https://localhost:9001/", ["127.0.0.1"], exemptions))
    assert.isFalse(judged("https://x.localhost:9000/", ["127.0.0.1"], exemptions))
  })

  it("host:port with an address exempts the address, however spelt, and names that resolve to it", () => {
    const exemptions = [{ _tag: "HostPort", host: "127.0.0.1", port: 9000 }] as const
    accepts("https://127.0.0.1:9000/", exemptions)
    accepts("https://2130706433:9000/", exemptions)
    refuses("https://127.0.0.1:9001/", exemptions)
    refuses("https://127.0.0.2:9000/", exemptions)
    assert.isTrue(judged("https://sink.example.com:9000/", ["127.0.0.1"], exemptions))
    assert.isFalse(judged("https://sink.example.com:9000/", ["127.0.0.2"], exemptions))
  })

  it("a host is exempt at every port, blocked ones too", () => {
    const exemptions = [{ _tag: "Host", host: "intranet" }] as const
    assert.isTrue(judged("https://intranet/", ["10.0.0.1"], exemptions))
    assert.isTrue(judged("https://intranet:5432/", ["10.0.0.1"], exemptions))
  })

  it("a network lifts the rule on names only when every address is inside", () => {
    const exemptions = [network("10.0.0.0/8")]
    assert.isTrue(judged("https://hooks.internal/", ["10.1.2.3"], exemptions))
    assert.isFalse(judged("https://hooks.internal/", ["10.1.2.3", "8.8.8.8"], exemptions))
    assert.isFalse(judged("https://hooks.internal/", ["192.168.0.1"], exemptions))
    refuses("https://[::ffff:10.0.0.1]/", exemptions)
  })

  it("allows http for loopback and private addresses among the exempted, and no others", () => {
    accepts("http://127.0.0.1:9000/", [network("127.0.0.0/8")])
    refuses("http://127.0.0.1:9000/")
    refuses("http://8.8.8.8/", [network("8.8.8.8/32")])
    refuses("http://169.254.169.254/", [network("169.254.0.0/16")])
    assert.isTrue(judged("http://intranet:8080/", ["192.168.1.5"], [{ _tag: "Host", host: "intranet" }]))
    assert.isFalse(judged("http://partner.example.com/", ["8.8.8.8"], [{ _tag: "Host", host: "partner.example.com" }]))
  })

  it("never lifts the rules on form", () => {
    refuses("https://user@127.0.0.1:9000/", [network("127.0.0.0/8")])
    refuses("ftp://127.0.0.1/", [network("127.0.0.0/8")])
  })

  it("mixed answers are refused: one public address does not carry a private one", () => {
    assert.isTrue(judged("https://example.com/", ["93.184.216.34", "2606:4700::1"]))
    assert.isFalse(judged("https://example.com/", ["93.184.216.34", "10.0.0.1"]))
    assert.isFalse(judged("https://example.com/", ["93.184.216.34", "::1"]))
    assert.isFalse(judged("https://example.com/", [...Array.from({ length: 199 }, () => "93.184.216.34"), "127.0.0.1"]))
  })
})

describe("an address below another", () => {
  it.each([
    ["http://127.0.0.1:4101/users", "http://127.0.0.1:4101"],
    ["http://127.0.0.1:4101/users?a=1", "http://127.0.0.1:4101/"],
    ["http://127.0.0.1/", "http://127.0.0.1:80"],
    ["https://Vendor.example/api/users", "https://vendor.example/api/"],
    ["https://vendor.example/api?a=1", "https://vendor.example/api"]
  ])("%s lies below %s", (url, base) => assert.isTrue(isBelow(url, base)))

  it.each([
    ["http://127.0.0.1:41010/users", "http://127.0.0.1:4101"],
    ["https://127.0.0.1:4101/users", "http://127.0.0.1:4101"],
    ["http://127.0.0.1:4101.example/users", "http://127.0.0.1:4101"],
    ["http://127.0.0.1:4101@10.0.0.1/users", "http://127.0.0.1:4101"],
    ["https://vendor.example/apis", "https://vendor.example/api"],
    ["https://vendor.example/api/../users", "https://vendor.example/api"],
    ["users", "https://vendor.example"]
  ])("%s does not lie below %s", (url, base) => assert.isFalse(isBelow(url, base)))
})
