import {
  type Door,
  type Envelope,
  isPending,
  nowOf,
  type Papers,
  signAs,
  declineAs,
  type SigningState,
  textCode
} from "./signing.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

/** How a vendor's page differs from the others'. */
export interface SigningPage {
  readonly vendor: string
  readonly accent: string
  /** The button that declines is there. */
  readonly mayDecline: (envelope: Envelope) => boolean
  /** Added to the return address, as the vendor does. */
  readonly returned: (envelope: Envelope) => Readonly<Record<string, string>>
}

type PageState = SigningState & { readonly papers: Papers }

const letters: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => letters[letter] ?? letter)

const style = (accent: string) => `
:root { color-scheme: light dark; --accent: ${accent}; --line: light-dark(#d8dbe0, #3b4048); --quiet: light-dark(#5a6270, #a9b0bb) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f5f7, #15171a); color: light-dark(#1b1f24, #eceef1) }
header { background: var(--accent); color: #fff; padding: 14px 24px; font-weight: 600 }
main { max-width: 560px; margin: 40px auto; padding: 32px; background: light-dark(#fff, #1e2125); border: 1px solid var(--line); border-radius: 10px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px }
p { margin: 0 0 16px }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 24px 0; padding: 16px 0; border-block: 1px solid var(--line) }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
label { display: block; font-weight: 600; margin-bottom: 6px }
input { font: inherit; width: 100%; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; margin-bottom: 20px; background: transparent; color: inherit }
.buttons { display: flex; gap: 12px; flex-wrap: wrap }
button, .button { font: inherit; font-weight: 600; padding: 10px 24px; border-radius: 6px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; text-decoration: none; display: inline-block }
button[value=sign], .button { background: var(--accent); border-color: var(--accent); color: #fff }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: inherit }
[role=alert] { border-left: 4px solid #c62828; padding: 8px 12px; background: light-dark(#fdecea, #3a1f1f); margin-bottom: 20px }
@media (max-width: 620px) { main { margin: 0; border: 0; border-radius: 0; padding: 24px } }`

const page = ({ accent, vendor }: SigningPage, status: number, title: string, content: string): LabAnswer => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} | ${escaped(vendor)} stand-in</title>
<style>${style(accent)}</style>
</head>
<body>
<header>${escaped(vendor)} stand-in</header>
<main>
${content}
</main>
</body>
</html>
`
})

const field = ({ accessCode, phone }: Envelope) => {
  if (accessCode === undefined && phone === undefined) return ""
  const label =
    accessCode === undefined ? `Code texted to the number that ends in ${(phone ?? "").slice(-3)}` : "Access code"
  const kind = accessCode === undefined ? ' inputmode="numeric" autocomplete="one-time-code"' : ' autocomplete="off"'
  // Declining needs no code, so the browser must not require it.
  return `<label for="code">${escaped(label)}</label>\n<input id="code" name="code"${kind}>`
}

const form = (vendorPage: SigningPage, key: string, envelope: Envelope, problem?: string): LabAnswer =>
  page(
    vendorPage,
    problem === undefined ? 200 : 403,
    envelope.title,
    `<h1>${escaped(envelope.title)}</h1>
${envelope.message === "" ? "" : `<p>${escaped(envelope.message)}</p>`}
<dl>
<dt>Document</dt><dd><a href="/sign/${escaped(key)}/document">${escaped(envelope.file.name)}</a></dd>
<dt>Signer</dt><dd>${escaped(envelope.signer.name)}<br>${escaped(envelope.signer.email)}</dd>
</dl>
${problem === undefined ? "" : `<div role="alert">${escaped(problem)}</div>`}
<form method="post" action="/sign/${escaped(key)}">
${field(envelope)}
<div class="buttons">
<button name="action" value="sign">Sign</button>
${vendorPage.mayDecline(envelope) ? '<button name="action" value="decline">Decline</button>' : ""}
</div>
</form>`
  )

const said: Readonly<Record<string, string>> = {
  signed: "You have signed this document.",
  declined: "You have declined to sign this document.",
  voided: "The sender has withdrawn this document.",
  expired: "This document was not signed in time."
}

const confirmation = (vendorPage: SigningPage, envelope: Envelope, { returnUrl }: Door): LabAnswer => {
  const back = returnUrl !== undefined && URL.canParse(returnUrl) ? new URL(returnUrl) : undefined
  for (const [name, value] of Object.entries(vendorPage.returned(envelope))) back?.searchParams.set(name, value)
  return page(
    vendorPage,
    200,
    envelope.title,
    `<h1>${escaped(envelope.title)}</h1>
<p role="status">${said[envelope.status] ?? ""}</p>
${back === undefined ? "" : `<p><a class="button" href="${escaped(back.href)}">Continue</a></p>`}`
  )
}

const codeIsRight = ({ accessCode, textedCode, phone }: Envelope, code: string) => {
  if (accessCode !== undefined && code !== accessCode) return false
  return phone === undefined || (textedCode !== undefined && code === textedCode)
}

const contentTypes: Readonly<Record<string, string>> = { pdf: "application/pdf", txt: "text/plain; charset=utf-8" }

const document = ({ file }: Envelope): LabAnswer => ({
  status: 200,
  headers: { "content-type": contentTypes[file.name.split(".").at(-1) ?? ""] ?? "application/octet-stream" },
  body: file.bytes
})

const gone = (vendorPage: SigningPage, text: string, status: number) =>
  page(vendorPage, status, "Not available", `<h1>This link does not work</h1>\n<p>${text}</p>`)

const act = (vendorPage: SigningPage, state: PageState, key: string, envelope: Envelope, sent: URLSearchParams) => {
  const code = (sent.get("code") ?? "").trim()
  switch (sent.get("action")) {
    case "decline":
      if (!vendorPage.mayDecline(envelope))
        return form(vendorPage, key, envelope, "The sender does not allow declining.")
      declineAs(state, envelope.id)
      return undefined
    case "sign":
      if (!codeIsRight(envelope, code)) return form(vendorPage, key, envelope, "The code is wrong. Nothing was signed.")
      signAs(state, envelope.id)
      return undefined
    default:
      return form(vendorPage, key, envelope, "Choose Sign or Decline.")
  }
}

export const isSigningPath = ({ path }: LabRequest) => path.startsWith("/sign/")

/** Where a signer signs in a browser: `GET` shows the form, `POST` with `action` and `code` signs or declines. */
export const answerSigner = (vendorPage: SigningPage, request: LabRequest, state: PageState): LabAnswer => {
  const [, , key = "", more] = request.path.split("/")
  const door = state.doors.get(key)
  const envelope = state.envelopes.get(door?.envelopeId ?? "")
  if (door === undefined || envelope === undefined) return gone(vendorPage, "There is no such document.", 404)
  if (more === "document") return document(envelope)
  if (more !== undefined) return gone(vendorPage, "There is no such page.", 404)
  if (request.method === "POST") {
    const refused = isPending(envelope) ? act(vendorPage, state, key, envelope, request.form()) : undefined
    return refused ?? confirmation(vendorPage, envelope, door)
  }
  if (!isPending(envelope)) return confirmation(vendorPage, envelope, door)
  if (door.once !== undefined && (door.opened || nowOf(state) > door.once.until)) {
    return gone(vendorPage, "It works for one visit within five minutes. Go back and ask for another.", 410)
  }
  door.opened = true
  if (envelope.status === "sent") envelope.status = "delivered"
  textCode(state, envelope)
  return form(vendorPage, key, envelope)
}
