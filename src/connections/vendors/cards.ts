import { GenericProtocol, ProviderName } from "@svc/contract/integrations/schema"
import { adobeSign } from "./adobe-sign/card.ts"
import { alumni } from "./alumni/card.ts"
import { azureAd } from "./azure-ad/card.ts"
import { calendly } from "./calendly/card.ts"
import { type Card, type CardOf, type Revocable, turns } from "./card.ts"
import { docusign } from "./docusign/card.ts"
import { dropboxSign } from "./dropbox-sign/card.ts"
import { github } from "./github/card.ts"
import { googleCalendar } from "./google-calendar/card.ts"
import { googleWorkspace } from "./google-workspace/card.ts"
import { hris } from "./hris/card.ts"
import { itTickets } from "./it-tickets/card.ts"
import { jumpcloud } from "./jumpcloud/card.ts"
import { okta } from "./okta/card.ts"
import { onelogin } from "./onelogin/card.ts"
import { ping } from "./ping/card.ts"
import { genericScim, scim } from "./scim/card.ts"
import { slack } from "./slack/card.ts"
import { sms } from "./sms/card.ts"
import { teams } from "./teams/card.ts"
import { genericWebhook } from "./webhook/card.ts"

/** A card per built-in provider: one without does not compile. */
export const cards: { readonly [Name in ProviderName]: CardOf<Name> } = {
  github,
  "google-workspace": googleWorkspace,
  "google-calendar": googleCalendar,
  okta,
  "azure-ad": azureAd,
  jumpcloud,
  onelogin,
  ping,
  slack,
  teams,
  hris,
  "it-tickets": itTickets,
  docusign,
  "adobe-sign": adobeSign,
  "dropbox-sign": dropboxSign,
  calendly,
  sms,
  scim,
  alumni
}

/** Targets of a tenant's own, by the protocol that they speak. */
const generic: Readonly<Record<GenericProtocol, Card>> = { scim: genericScim, webhook: genericWebhook }

/** Who is spoken to by a protocol: providers by their names, but `scim` is the generic target's. */
export const byProtocol: ReadonlyMap<string, Card> = new Map<string, Card>([
  ...ProviderName.literals.map((name) => [name, cards[name]] as const),
  ...GenericProtocol.literals.map((protocol) => [protocol, generic[protocol]] as const)
])

/** Of whom access can be revoked, in the order of a run: by turns, and within one as the contract names them. */
export const revocable: ReadonlyMap<string, Revocable> = new Map(
  turns.flatMap((turn) =>
    [...byProtocol].flatMap(([protocol, { service }]) =>
      service._tag === "Revocable" && service.turn === turn ? [[protocol, service] as const] : []
    )
  )
)
