/** A browser computes no hashes for a page that came over plain HTTP. */
export const canHash = isSecureContext

/** In hex. */
export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
