import { Option } from "effect"
import type { KeyObject } from "node:crypto"
import { decrypt, encrypt } from "#platform/crypto/authenticated-encryption"

const sealedPattern = /^\[\[aps:v1:([0-9a-f-]{36}):([A-Za-z0-9_-]+)\]\]$/i

/** Stands for one literal `[`, where the text would otherwise read as the start of a token. */
const literalBracket = "[[aps:open]]"

/**
 * `[[aps:v1:<key id>:<base64url of nonce, ciphertext and tag>]]` (decisions, section 8): AES-256-GCM under the
 * person's 32-byte key with the key id as associated data. The value is sealed whole, whatever it contains.
 */
export const sealPersonal = (personKeyId: string, key: Uint8Array | KeyObject, value: string): string =>
  `[[aps:v1:${personKeyId}:${encrypt(key, value, personKeyId)}]]`

/** The value of one token; none when it is not a token, was changed, or was sealed under another key. */
export const openPersonal = (token: string, key: Uint8Array | KeyObject): Option.Option<string> => {
  const [, personKeyId, sealed] = sealedPattern.exec(token) ?? []
  return personKeyId === undefined || sealed === undefined ? Option.none() : decrypt(key, sealed, personKeyId)
}

/**
 * Escapes non-personal audit text so that it is safe next to tokens: `replaceTokens` restores it. Escaped pieces and
 * tokens can be joined in any order, even if a marker is split over two pieces.
 */
export const escapeMarkers = (text: string): string => text.replace(/\[(?=\[aps:|\[(?:a(?:ps?)?)?$|$)/g, literalBracket)

/** The tokens of a stored text in their order, with the ids of the keys that they name. */
export const tokensIn = (text: string): ReadonlyArray<{ readonly token: string; readonly personKeyId: string }> =>
  !text.includes("[[")
    ? []
    : Array.from(text.matchAll(/\[\[aps:v1:([0-9a-f-]{36}):[A-Za-z0-9_-]+\]\]/gi), ([token, id]) => ({
        token,
        personKeyId: id ?? ""
      }))

const tokenStart = "[[aps:"
const idAt = tokenStart.length + "v1:".length
const idLength = 36

/** The key ids that the tokens of a stored text name, each once; a malformed token may give no valid id. */
export const personKeyIdsIn = (text: string): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let at = text.indexOf(tokenStart); at !== -1; at = text.indexOf(tokenStart, at + tokenStart.length)) {
    const id = text.slice(at + idAt, at + idAt + idLength)
    const isNamed = text.charAt(at + idAt - 2) === "1" && text.charAt(at + idAt + idLength) === ":"
    if (isNamed && !ids.includes(id)) ids.push(id)
  }
  return ids
}

// Tokens by their parts, and whatever else looks like a marker.
const markers = /\[\[aps:(?:[vV]1:([0-9a-fA-F-]{36}):([A-Za-z0-9_-]+)|[^[\]]*)\]\]/g

/**
 * A stored audit text as people read it (storage-7): a token becomes its value, `[erased]` when its key was
 * destroyed, `[unreadable]` when its key is unknown or it does not open. A value is never searched for tokens again.
 */
export const replaceTokens = (
  text: string,
  resolve: (personKeyId: string) => Uint8Array | KeyObject | "erased" | undefined
): string =>
  text.includes("[[aps:")
    ? text.replace(markers, (marker: string, personKeyId: string | undefined, sealed: string | undefined) => {
        if (marker === literalBracket) return "["
        if (personKeyId === undefined || sealed === undefined) return "[unreadable]"
        const key = resolve(personKeyId)
        if (key === "erased") return "[erased]"
        if (key === undefined) return "[unreadable]"
        return Option.getOrElse(decrypt(key, sealed, personKeyId), () => "[unreadable]")
      })
    : text
