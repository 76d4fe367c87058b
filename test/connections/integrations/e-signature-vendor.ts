import type { LabAnswer, LabRequest, VendorDefinition } from "@svc/lab/vendor"
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto"

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })

export const docuSignKey = pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString()
export const docuSignToken = "eyJ.docusign.lab-token"
export const adobeToken = "3AAA.adobe-lab-token"
export const dropboxKey = "dropbox-lab-key-4711"

const refused: LabAnswer = { status: 401, body: { error: "invalid_token" } }

const part = (text: string | undefined): unknown => JSON.parse(Buffer.from(text ?? "", "base64url").toString())

const grants = (request: LabRequest): LabAnswer => {
  const [header, claims, signature] = (request.form().get("assertion") ?? "").split(".")
  const key = createPublicKey(pair.publicKey.export({ type: "spki", format: "pem" }))
  const genuine = verify("sha256", Buffer.from(`${header}.${claims}`), key, Buffer.from(signature ?? "", "base64url"))
  const given = new Map<string, unknown>(Object.entries(Object(part(claims))))
  const right = given.get("iss") === "integration-key" && given.get("aud") === "account.docusign.com"
  return genuine && right
    ? { status: 200, body: { access_token: docuSignToken, token_type: "Bearer", expires_in: 3600 } }
    : { status: 400, body: { error: "invalid_grant" } }
}

/** What the three e-signature services answer when they are connected. */
export const eSignature: VendorDefinition<object> = {
  name: "e-signature",
  seed: () => ({}),
  writes: () => false,
  grants: ({ path }) => path === "/oauth/token",
  throttled: () => ({ status: 429 }),
  unauthorized: () => refused,
  forbidden: () => ({ status: 403 }),
  handle: (request) => {
    const { authorization } = request.headers
    switch (request.path) {
      case "/oauth/token":
        return grants(request)
      case "/oauth/userinfo":
        if (authorization !== `Bearer ${docuSignToken}`) return refused
        return {
          status: 200,
          body: {
            accounts: [
              { account_id: "a-1", is_default: false, account_name: "Old", base_uri: "https://na1.docusign.net" },
              { account_id: "a-2", is_default: true, account_name: "Acme", base_uri: "https://na2.docusign.net" }
            ]
          }
        }
      case "/api/rest/v6/baseUris":
        if (authorization !== `Bearer ${adobeToken}`) return refused
        return { status: 200, body: { apiAccessPoint: "https://api.eu1.adobesign.com/" } }
      case "/v3/account":
        if (authorization !== `Basic ${Buffer.from(`${dropboxKey}:`).toString("base64")}`) return refused
        return { status: 200, body: { account: { account_id: "acc-1" } } }
      default:
        return { status: 404 }
    }
  }
}
