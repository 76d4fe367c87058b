// Usage: node deploy/image/secrets.mjs [FOLDER]: the secrets of compose.yaml, one file each; what is there stays as it is.
// Plain JavaScript for Node 20 without dependencies: it runs before anything is installed, and inside of the image.
import { generateKeyPairSync, randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import process from "node:process"

const folder = path.resolve(process.argv[2] ?? "secrets")
// The folder keeps other users of this machine out; the files are read by the containers' own users.
fs.mkdirSync(folder, { recursive: true, mode: 0o700 })

const read = (name) => fs.readFileSync(path.join(folder, name), "utf8")
const keep = (name, make) => {
  try {
    fs.writeFileSync(path.join(folder, name), make(), { flag: "wx", mode: 0o444 })
    process.stdout.write(`${name}\n`)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  }
  return read(name)
}

const word = () => randomBytes(24).toString("base64url")

keep("master-key", () => randomBytes(32).toString("base64"))
keep("audit-signing-key", () => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }))
keep("operator-token", () => randomBytes(32).toString("hex"))

const database = keep("postgres-password", word)
keep("database-url", () => `postgres://offboarding:${database}@database:5432/offboarding`)

const redis = keep("redis.conf", () => `requirepass ${word()}\nsave ""\nappendonly no\n`)
keep("redis-url", () => `redis://:${/requirepass (\S+)/.exec(redis)?.[1]}@redis:6379`)

const user = keep("s3-user", () => `offboarding-${randomBytes(4).toString("hex")}`)
const password = keep("s3-password", word)
keep("s3-credentials", () => `[default]\naws_access_key_id = ${user}\naws_secret_access_key = ${password}\n`)

// A mail server of one's own comes here: smtps://user:password@mail.acme.example:465
keep("smtp-url", () => "smtp://mail:1025")
