import { Effect, Redacted } from "effect"
import type { VendorAddresses } from "./addresses.ts"
import type { VendorAnswer } from "./calls.ts"
import type { Candidate } from "./connection.ts"
import { CredentialUnproven } from "./connector.ts"
import type { Revoker } from "./revoker.ts"
import { statusText } from "./outcome.ts"

/** A service that is connected and proven, whatever is done with it later. */
export type CredentialCheck = Pick<Revoker, "vendors" | "throttle" | "prove">

/** Made once, over the addresses that hold for the process. */
export type MakeCredentialCheck = (addresses: VendorAddresses["Service"]) => Omit<CredentialCheck, "vendors">

export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: "application/json" })

export const secretOf = ({ secrets }: Pick<Candidate, "secrets">, name: string) => {
  const secret = secrets.get(name)
  return secret === undefined ? "" : Redacted.value(secret)
}

/** The response if it is a success; other responses are reported by their status only. */
export const accepted = (answer: VendorAnswer): Effect.Effect<VendorAnswer, CredentialUnproven> => {
  if (answer.status >= 200 && answer.status < 300) return Effect.succeed(answer)
  const refused = answer.status === 400 || answer.status === 401 || answer.status === 403
  return Effect.fail(
    new CredentialUnproven({
      reason: refused ? "refused" : "unanswering",
      message: refused
        ? `The app did not accept the credential (${statusText(answer.status)}). Check the credential and its permissions`
        : `The app gave no usable answer (${statusText(answer.status)}). Check the URL and try again`
    })
  )
}
