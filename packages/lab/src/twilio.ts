import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface TwilioMessage {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly text: string
  readonly statusCallback: string
}

export interface TwilioState {
  readonly sid: string
  readonly token: string
  readonly messages: Array<TwilioMessage>
  /** Numbers that answered STOP. */
  readonly optedOut: Set<string>
}

const failure = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
})

const isAuthorized = ({ headers }: LabRequest, { sid, token }: TwilioState) =>
  headers.authorization === `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`

/** Twilio's Programmable Messaging, API 2010-04-01. */
export const twilio: VendorDefinition<TwilioState> = {
  name: "twilio",
  seed: () => ({
    sid: "AC0123456789abcdef0123456789abcdef",
    token: "lab-twilio-token",
    messages: [],
    optedOut: new Set(["+4915112345678"])
  }),
  handle: (request, state): LabAnswer => {
    const { method, path } = request
    if (!isAuthorized(request, state)) return twilio.unauthorized()
    if (method === "GET" && path === `/2010-04-01/Accounts/${state.sid}.json`) {
      return { status: 200, body: { sid: state.sid, status: "active", friendly_name: "Acme" } }
    }
    if (method === "POST" && path === `/2010-04-01/Accounts/${state.sid}/Messages.json`) {
      const form = request.form()
      const to = form.get("To") ?? ""
      const from = form.get("From") ?? form.get("MessagingServiceSid") ?? ""
      if (from === "") return failure(400, 21_603, "A 'From' phone number is required.")
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        return failure(400, 21_211, `The 'To' number ${to} is not a valid phone number.`)
      if (state.optedOut.has(to)) return failure(400, 21_610, "Attempt to send to unsubscribed recipient")
      const sid = `SM${String(state.messages.length + 1).padStart(32, "0")}`
      const text = form.get("Body") ?? ""
      state.messages.push({ sid, to, from, text, statusCallback: form.get("StatusCallback") ?? "" })
      return { status: 201, body: { sid, status: "queued", to, from, body: text, error_code: null } }
    }
    return failure(404, 20_404, "The requested resource was not found")
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    ...failure(429, 20_429, "Too Many Requests"),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => failure(401, 20_003, "Authenticate"),
  forbidden: () => failure(403, 20_008, "Resource not accessible with Test Account Credentials")
}
