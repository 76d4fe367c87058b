import { Effect } from "effect"
import { isIP } from "node:net"
import { generate } from "selfsigned"

export interface Certificate {
  /** PEM, as are the others. */
  readonly key: string
  readonly cert: string
  /** What a client must trust to accept `cert`: itself, as it is self-signed. */
  readonly ca: string
}

/** A self-signed certificate for these names and addresses, valid now. */
export const makeCertificate = (hosts: ReadonlyArray<string>): Effect.Effect<Certificate> =>
  Effect.promise(async () => {
    const made = await generate([{ name: "commonName", value: "offboarding-service test" }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [
        {
          name: "subjectAltName",
          altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }))
        }
      ]
    })
    return { key: made.private, cert: made.cert, ca: made.cert }
  })

/** An authority of one's own, which nobody trusts who was not told to. */
export const anAuthority = Effect.promise(() =>
  generate([{ name: "commonName", value: "An authority of one's own" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true }
    ]
  })
).pipe(
  Effect.map((authority) => ({
    /** PEM. */
    certificate: authority.cert,
    /** A server's certificate for this name or address, and its key. */
    sign: (host: string) =>
      Effect.promise(async () => {
        const made = await generate([{ name: "commonName", value: "A server" }], {
          keyType: "ec",
          algorithm: "sha256",
          ca: { key: authority.private, cert: authority.cert },
          extensions: [
            { name: "basicConstraints", cA: false },
            {
              name: "subjectAltName",
              altNames: [isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }]
            }
          ]
        })
        return { key: made.private, cert: made.cert }
      })
  }))
)
