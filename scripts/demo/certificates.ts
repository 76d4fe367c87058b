import { DateTime, Effect } from "effect"
import { X509Certificate } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { generate } from "selfsigned"

export interface Certificates {
  /** PEM files: the authority that the service trusts, and the certificate and key of the vendors. */
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

const filesIn = (folder: string): Certificates => ({
  authority: path.join(folder, "authority.pem"),
  certificate: path.join(folder, "certificate.pem"),
  key: path.join(folder, "key.pem")
})

const isUsable = (files: Certificates, now: DateTime.Utc) =>
  Object.values(files).every((file) => fs.existsSync(file)) &&
  [files.authority, files.certificate].every(
    (file) =>
      new X509Certificate(fs.readFileSync(file)).validToDate > DateTime.toDateUtc(DateTime.add(now, { days: 1 }))
  )

/** An authority of this demo alone, whose key is forgotten as soon as it has signed the one certificate. */
const make = (now: DateTime.Utc) =>
  Effect.promise(async () => {
    const common = {
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate: DateTime.toDateUtc(DateTime.subtract(now, { hours: 1 })),
      notAfterDate: DateTime.toDateUtc(DateTime.add(now, { years: 5 }))
    } as const
    const authority = await generate([{ name: "commonName", value: "Offboarding demo authority" }], {
      ...common,
      extensions: [
        { name: "basicConstraints", cA: true, critical: true },
        { name: "keyUsage", keyCertSign: true, critical: true }
      ]
    })
    const leaf = await generate([{ name: "commonName", value: "Offboarding demo neighbours" }], {
      ...common,
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true },
        {
          name: "subjectAltName",
          altNames: [
            { type: 7, ip: "127.0.0.1" },
            { type: 2, value: "localhost" }
          ]
        }
      ]
    })
    return { authority: authority.cert, certificate: leaf.cert, key: leaf.private }
  })

/** Makes them at the first start, and again when they are about to run out. */
export const keptCertificates = Effect.fnUntraced(function* (folder: string) {
  const files = filesIn(folder)
  const now = yield* DateTime.now
  if (isUsable(files, now)) return files
  const made = yield* make(now)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.writeFileSync(files.key, made.key, { mode: 0o600 })
  fs.writeFileSync(files.certificate, made.certificate)
  fs.writeFileSync(files.authority, made.authority)
  return files
})
