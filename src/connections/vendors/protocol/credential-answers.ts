import { Effect } from "effect"
import { CredentialUnproven, type VendorAnswer } from "./connector.ts"
import { statusText } from "./outcome.ts"

export const credentialRefused = (message: string) => new CredentialUnproven({ reason: "refused", message })

export const unanswering = (message: string) => new CredentialUnproven({ reason: "unanswering", message })

/** The vendor has no such route: this proves nothing about the credential. */
const isNoRoute = ({ status }: VendorAnswer) => status === 404 || status === 405 || status === 501

/**
 * What an answer proves of the credential it was asked with: `taken`, or nothing as there is no such route. `vendor` is
 * its name, `check` says what to look at when it refused.
 */
export const provenBy = (
  answer: VendorAnswer,
  { check, vendor }: { readonly vendor: string; readonly check: string }
): Effect.Effect<"taken" | "no such route", CredentialUnproven> => {
  const { status } = answer
  if (status === 401 || status === 403) {
    return Effect.fail(credentialRefused(`${vendor} did not accept the credential (${statusText(status)}). ${check}`))
  }
  if (isNoRoute(answer)) return Effect.succeed("no such route")
  if (status < 300) return Effect.succeed("taken")
  return Effect.fail(
    unanswering(
      status < 400
        ? `${vendor} answered with a redirect (${status}), which is not followed. Send the final URL`
        : `${vendor} answered ${statusText(status)}. Try again later`
    )
  )
}
