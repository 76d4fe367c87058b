const notPublic = [
  // IPv4 ranges
  "0.0.0.0",
  "0.1.2.3",
  "10.254.0.0",
  "100.64.0.1",
  "100.100.0.0",
  "127.0.0.1",
  "127.254.254.254",
  "169.254.169.254",
  "172.16.10.65",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.255",
  "192.88.99.3",
  "192.168.10.65",
  "198.18.0.1",
  "198.51.100.65",
  "203.0.113.6",
  "224.1.2.3",
  "233.252.0.16",
  "240.240.240.240",
  "255.255.255.255",
  // IPv6 ranges
  "[::]",
  "[::1]",
  "[fe80::1]",
  "[febf:ffff::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fdee:3a45:9057::1]",
  "[fd7a:115c:a1e0::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[100::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[2001::1]",
  "[2001:10::1]",
  // IPv4 inside IPv6
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[::ffff:0:127.0.0.1]",
  // Other spellings of 127.0.0.1
  "2130706433",
  "0177.0.0.1",
  "0x7f000001",
  "127.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "127.0.0.1.",
  "%31%32%37.0.0.1",
  "a.com@127.0.0.1",
  "127.0.0.1:443\\@example.com",
  "0",
  // No valid address
  "0o177.0.0.1",
  "127.0.0.256",
  "21307064331",
  "[fe80::1%25eth0]",
  "[::1",
  "exa mple.com",
  "",
  // Names of the inside
  "localhost",
  "LOCALHOST",
  "localhost.",
  "x.localhost",
  "ip6-loopback",
  "metadata.google.internal",
  "kubernetes.default.svc",
  "intranet",
  "db.internal",
  "printer.local",
  "аpple.com"
].map((host) => `https://${host}/hooks`)

const wrongForm = [
  ...["http", "ftp", "file", "gopher", "dict", "ws"].map((scheme) => `${scheme}://example.com/hooks`),
  "file:///etc/passwd",
  "data:text/plain,x",
  "javascript:alert(1)",
  "https:127.0.0.1/",
  "//example.com/hooks",
  "https://user:pass@example.com/hooks",
  "https://user@example.com/hooks",
  ...[22, 25, 5432, 6379].map((port) => `https://example.com:${port}/hooks`),
  `https://example.com/${"a".repeat(2_048)}`,
  "https://example.com/\r\nX-Injected: 1",
  "https://example.com/\u0000",
  "not an address",
  ""
]

/** What may not be saved as an address that is called. */
export const refused = [...notPublic, ...wrongForm]

/** Public ones, up to the edges of the private ranges. */
export const allowed = ["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1"].map(
  (host) => `https://${host}/hooks`
)

/** What a name may come to resolve to: one address that is not public among them is enough. */
export const inside: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["private", ["10.0.0.8"]],
  ["loopback", ["127.0.0.1"]],
  ["link-local", ["169.254.169.254"]],
  ["loopback in IPv6", ["::1"]],
  ["public and private", ["93.184.216.34", "192.168.1.1"]],
  ["public, and private in IPv6", ["93.184.216.34", "fd00::1"]],
  ["many, the last private", [...Array.from({ length: 199 }, () => "93.184.216.34"), "172.16.0.1"]]
]
