/** `crypto.subtle` is missing on plain HTTP. */
export const canHash = isSecureContext

/** Hexadecimal. */
export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
