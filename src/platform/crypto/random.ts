import { Context, Effect, Layer } from "effect"
import { randomBytes, randomUUID } from "node:crypto"

/**
 * `size` bytes of the operating system's secure generator. For nonces, which no test may ever make predictable;
 * everything else asks `Randomness`.
 */
export const secureBytes = (size: number): Uint8Array => randomBytes(size)

interface RandomSource {
  readonly bytes: (size: number) => Uint8Array
  /** A version 4 UUID in lower case. */
  readonly uuid: () => string
}

/** Ids and secrets drawn by chance. A test may replace it to know them beforehand. */
export class Randomness extends Context.Service<
  Randomness,
  {
    /** A version 4 UUID (RFC 9562) in lower case. */
    readonly uuid: Effect.Effect<string>
    bytes(size: number): Effect.Effect<Uint8Array>
    /** The text of `size` random bytes, so base64url has 4 characters for every 3 bytes and hex 2 for each. */
    token(size: number, encoding?: "base64url" | "hex"): Effect.Effect<string>
  }
>()("svc/platform/Randomness") {
  static readonly layerWith = (source: RandomSource) =>
    Layer.succeed(Randomness, {
      uuid: Effect.sync(source.uuid),
      bytes: (size) => Effect.sync(() => source.bytes(size)),
      token: (size, encoding = "base64url") => Effect.sync(() => Buffer.from(source.bytes(size)).toString(encoding))
    })

  static readonly layer = Randomness.layerWith({ bytes: secureBytes, uuid: () => randomUUID() })
}
