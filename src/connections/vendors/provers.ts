import { Context, Effect, Layer, Option } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { Connectors } from "./connectors.ts"
import { adobeSign, docuSign, dropboxSign } from "./e-signature.ts"
import { accepted, type MakeProver, type Prover, secretOf } from "./prover.ts"

/** The token itself was proven by its grant; a server without calendars, as a stand-in may be, is no reason to refuse. */
const googleCalendar: MakeProver = (addresses) => ({
  vendors: ["googleApis"],
  prove: Effect.fn("GoogleCalendar.prove")(function* (calls, candidate) {
    const answer = yield* calls.read({
      url: `${addresses.of("googleApis")}/calendar/v3/users/me/calendarList?maxResults=1`,
      headers: { authorization: `Bearer ${secretOf(candidate, "access_token")}`, accept: "application/json" }
    })
    if (answer.status !== 404) yield* accepted(answer)
    return candidate.settings
  })
})

/** A service of the tenant's own; a GET of its address has to take the token. */
const alumni: MakeProver = () => ({
  vendors: [],
  prove: Effect.fn("Alumni.prove")(function* (calls, candidate) {
    const answer = yield* calls.read({
      url: String(candidate.settings["base_url"] ?? ""),
      headers: { authorization: `Bearer ${secretOf(candidate, "token")}`, accept: "application/json" }
    })
    yield* accepted(answer)
    return candidate.settings
  })
})

const others: Readonly<Record<string, MakeProver>> = {
  "google-calendar": googleCalendar,
  docusign: docuSign,
  "adobe-sign": adobeSign,
  "dropbox-sign": dropboxSign,
  alumni
}

/** Who proves a credential: what revokes, and services that are connected for something else. */
export class Provers extends Context.Service<Provers, { readonly find: (protocol: string) => Option.Option<Prover> }>()(
  "svc/vendors/Provers"
) {
  static readonly layerNoDeps = Layer.effect(
    Provers,
    Effect.gen(function* () {
      const addresses = yield* VendorAddresses
      const connectors = yield* Connectors
      const known = new Map(Object.entries(others).map(([protocol, make]) => [protocol, make(addresses)]))
      return Provers.of({
        find: (protocol) =>
          Option.orElse(Option.fromUndefinedOr(known.get(protocol)), (): Option.Option<Prover> =>
            connectors.find(protocol)
          )
      })
    })
  )
}
