// Run with: node receiver.mjs (needs only Node). WEBHOOK_SECRET is the whole signing secret, including `whsec_`.
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").replace(/^whsec_/, ""), "base64")
if (key.length === 0) throw new Error("WEBHOOK_SECRET is needed")

/** Whether the service sent this body, unchanged, within the last five minutes. */
const isGenuine = (headers, body) => {
  const id = headers["webhook-id"]
  const timestamp = headers["webhook-timestamp"]
  if (!id || !/^\d+$/.test(timestamp ?? "")) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const [version, digest = ""] = signature.split(",")
    const given = Buffer.from(digest, "base64")
    // Constant-time comparison.
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

// A delivery can arrive again with the same id. In production, use a table with a unique key.
const taken = new Set()

const handle = (event) => console.log(JSON.stringify(event))

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  // The raw bytes: JSON that was parsed and written again has another signature.
  const body = Buffer.concat(chunks)
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  const id = request.headers["webhook-id"]
  if (!taken.has(id)) handle(JSON.parse(body))
  taken.add(id)
  // Respond with 2xx within ten seconds; anything else is retried.
  response.writeHead(204).end()
})

server.listen(Number(process.env.PORT ?? 8080), () => console.error(`listening on ${server.address().port}`))
