import type { IncomingHttpHeaders } from "node:http"
import * as nodeCrypto from "./node-crypto.ts"
import * as octokit from "./octokit.ts"
import * as standardWebhooks from "./standard-webhooks.ts"

/** The example receivers by what they verify with. */
export const exampleReceivers = [
  ["node:crypto", nodeCrypto],
  ["standardwebhooks", standardWebhooks],
  ["@octokit/webhooks-methods", octokit]
] as const

/** Those that find the request genuine. */
export const verifiedBy = async (
  headers: IncomingHttpHeaders,
  body: string,
  secret: string
): Promise<ReadonlyArray<string>> => {
  const verdicts = await Promise.all(
    exampleReceivers.map(async ([name, { verify }]) => ((await verify(headers, body, secret)) ? [name] : []))
  )
  return verdicts.flat()
}
