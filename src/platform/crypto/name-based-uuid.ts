import { createHash } from "node:crypto"

/**
 * The version 5 UUID (RFC 9562, 5.5) of a name in a namespace, which is itself a UUID: the same two always make the
 * same one.
 */
export const nameBasedUuid = (namespace: string, name: string): string => {
  const bytes = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name, "utf8")
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
