import type { Option } from "effect"
import type { NewSignature, SignerCheck } from "#connections/vendors/protocol/signing-provider"
import type { RequestRow } from "./repo.ts"
import { messageOf, titleOf } from "./rules.ts"

/** What the provider is sent for a request. */
export const newSignature = ({
  callbackUrl,
  check,
  content,
  name,
  organisation,
  request
}: {
  readonly request: Pick<RequestRow, "id" | "signer_name" | "signer_email" | "expires_at">
  /** Of the document. */
  readonly name: string
  readonly organisation: string
  readonly content: Omit<NewSignature["file"], "name">
  readonly check: SignerCheck
  readonly callbackUrl: Option.Option<string>
}): NewSignature => ({
  mark: request.id,
  title: titleOf(name),
  message: messageOf(organisation),
  file: { ...content, name: titleOf(name) },
  signer: { name: request.signer_name, email: request.signer_email },
  check,
  expiresAt: request.expires_at,
  callbackUrl
})
