import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto"
import { secureBytes } from "#platform/crypto/random"

/** What a sealed file begins with. */
const magic = Buffer.from("svc-backup/1\n")
const saltLength = 32
const headerLength = magic.length + saltLength
const tagLength = 16

/** Bytes of plaintext in each chunk but the last. */
export const chunkBytes = 256 * 1024

/** An encrypted file was truncated, changed, swapped, or encrypted under another key. */
class SealBroken extends Error {
  constructor(name: string) {
    super(`${name} was changed, or BACKUP_KEY is a different key`)
  }
}

/** Under which key, and as which file of which backup: bytes sealed as one do not open as another. */
export interface SealedAs {
  /** 32 bytes. */
  readonly key: Uint8Array
  readonly backupId: string
  readonly name: string
}

const keyFor = ({ backupId, key, name }: SealedAs, salt: Uint8Array): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, salt, `svc-backup/v1 ${backupId} ${name}`, 32)))

/** The chunk's number and whether it is the last: a file that is cut off or reordered does not open (STREAM). */
const nonceOf = (index: number, last: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** The bytes in chunks of a fixed size, except the last, which may be empty and is marked. */
async function* pieces(bytes: AsyncIterable<Uint8Array>, size: number) {
  let held: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    if (length <= size) continue
    const all = Buffer.concat(held, length)
    let at = 0
    // One that is whole is kept back until something follows it.
    for (; length - at > size; at += size) yield { piece: all.subarray(at, at + size), last: false }
    held = [all.subarray(at)]
    length -= at
  }
  yield { piece: Buffer.concat(held, length), last: true }
}

/**
 * Encrypts with AES-256-GCM in chunks under a key of this file alone (HKDF-SHA256 of the backup's key and a random salt), as
 * fast as it is read: header, then each chunk with its tag.
 */
export async function* seal(as: SealedAs, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const salt = secureBytes(saltLength)
  const key = keyFor(as, salt)
  const header = Buffer.concat([magic, salt])
  yield header
  let index = 0
  for await (const { last, piece } of pieces(plain, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(index, last), { authTagLength: tagLength })
    cipher.setAAD(header)
    const sealed = cipher.update(piece)
    cipher.final()
    yield Buffer.concat([sealed, cipher.getAuthTag()])
    index += 1
  }
}

/** Takes the header off; what follows is passed on. */
async function* afterHeader(sealed: AsyncIterable<Uint8Array>, seen: (header: Buffer) => void, name: string) {
  let held: Buffer = Buffer.alloc(0)
  let begun = false
  for await (const chunk of sealed) {
    if (begun) {
      yield chunk
      continue
    }
    held = Buffer.concat([held, chunk])
    if (held.length < headerLength) continue
    seen(held.subarray(0, headerLength))
    begun = true
    yield held.subarray(headerLength)
  }
  if (!begun) throw new SealBroken(name)
}

/** Decrypts what `seal` made; no byte of a chunk is passed on before its tag was found to be right. */
export async function* unseal(as: SealedAs, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let header: Buffer = Buffer.alloc(0)
  let key: KeyObject | undefined
  const body = afterHeader(
    sealed,
    (found) => {
      if (!found.subarray(0, magic.length).equals(magic)) throw new SealBroken(as.name)
      header = found
      key = keyFor(as, found.subarray(magic.length))
    },
    as.name
  )
  let index = 0
  for await (const { last, piece } of pieces(body, chunkBytes + tagLength)) {
    if (key === undefined || piece.length < tagLength) throw new SealBroken(as.name)
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(index, last), { authTagLength: tagLength })
    decipher.setAAD(header)
    decipher.setAuthTag(piece.subarray(-tagLength))
    const plain = decipher.update(piece.subarray(0, -tagLength))
    try {
      decipher.final()
    } catch {
      throw new SealBroken(as.name)
    }
    if (plain.length > 0) yield plain
    index += 1
  }
}
