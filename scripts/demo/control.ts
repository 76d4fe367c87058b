import { Schema } from "effect"
import http from "node:http"
import type { DocuSign } from "./docusign.ts"
import type { Okta } from "./okta.ts"
import type { Receiver } from "./receiver.ts"
import { bodyOf, listen } from "./servers.ts"
import type { Splunk } from "./splunk.ts"
import type { Vendor } from "./vendor.ts"

const json = <A>(schema: Schema.Decoder<A>) => Schema.decodeUnknownSync(Schema.fromJsonString(schema))
const readSecret = json(Schema.Struct({ secret: Schema.String }))
const readRefusal = json(Schema.Struct({ event: Schema.String, contains: Schema.String, times: Schema.Int }))
const readPeople = json(Schema.Array(Schema.String))

const longestWait = 10_000

const help = {
  "POST /vendor/fail": "the vendor refuses every call with 503, or with the status in ?status=",
  "POST /vendor/work": "the vendor works again",
  "GET /vendor/people?userName=": "the vendor's own record of a person",
  "POST /vendor/people": "creates accounts for a JSON array of user names, at the vendor and in Okta",
  "GET /okta/people?email=": "Okta's own record of a person",
  "GET /docusign": "the fields for connecting DocuSign",
  "GET /docusign/mails?to=": "the emails DocuSign sent to a person, with the link to the signing page",
  "GET /splunk": "the URL and the token of the event collector",
  "GET /splunk/events": "the events it has received",
  "GET /receiver/deliveries?after=0": "deliveries after that number; &wait= sets how many milliseconds to wait for one",
  "POST /receiver/secret": "the webhook's secret, { secret }",
  "POST /receiver/refuse": "answers 500 to the next deliveries, { event, contains, times }"
}

/** Controls the vendors and the receiver of the demo. Plain HTTP on loopback. */
export const startControl = async (
  port: number,
  {
    docusign,
    okta,
    receiver,
    splunk,
    vendor
  }: {
    readonly docusign: DocuSign
    readonly okta: Okta
    readonly receiver: Receiver
    readonly splunk: Splunk
    readonly vendor: Vendor
  }
) => {
  const routes: Readonly<Record<string, (query: URLSearchParams, body: string) => unknown>> = {
    "GET /": () => help,
    "POST /vendor/fail": (query) => {
      const status = Number(query.get("status") ?? 503)
      if (!Number.isInteger(status) || status < 400 || status > 599) throw new Error("status is 400 to 599")
      vendor.fail(status)
      return { vendor: `refuses every call with ${status}` }
    },
    "POST /vendor/work": () => {
      vendor.work()
      return { vendor: "works" }
    },
    "GET /vendor/people": (query) => vendor.record(query.get("userName") ?? "") ?? null,
    "POST /vendor/people": (_, body) => {
      for (const email of readPeople(body)) {
        vendor.hire(email)
        okta.hire(email)
      }
      return { ok: true }
    },
    "GET /okta/people": (query) => okta.record(query.get("email") ?? "") ?? null,
    "GET /docusign": () => docusign.credential,
    "GET /docusign/mails": (query) => docusign.mails(query.get("to") ?? ""),
    "GET /splunk": () => ({ url: `https://127.0.0.1:${splunk.port}/services/collector/event`, token: splunk.token }),
    "GET /splunk/events": () => splunk.events(),
    "GET /receiver/deliveries": (query) =>
      receiver.after(Number(query.get("after") ?? 0), Math.min(Number(query.get("wait") ?? 0), longestWait)),
    "POST /receiver/secret": (_, body) => {
      receiver.learn(readSecret(body).secret)
      return { ok: true }
    },
    "POST /receiver/refuse": (_, body) => {
      receiver.refuse(readRefusal(body))
      return { ok: true }
    }
  }

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://control")
    const route = routes[`${request.method} ${url.pathname}`]
    const send = (status: number, content: unknown) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(`${JSON.stringify(content)}\n`)
    }
    if (route === undefined) return send(404, { error: "No such thing", known: help })
    bodyOf(request)
      .then((body) => route(url.searchParams, body.toString()))
      .then(
        (content) => send(200, content),
        (error: unknown) => send(400, { error: String(error) })
      )
  })
  return {
    port: await listen(server, port),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      })
  }
}
