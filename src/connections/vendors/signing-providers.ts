import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { adobeSignSigning } from "./adobe-sign/signing.ts"
import { docuSignSigning } from "./docusign/signing.ts"
import { dropboxSignSigning } from "./dropbox-sign/signing.ts"
import type { SigningProvider } from "./protocol/signing-provider.ts"

/** How each e-signature provider is spoken to. */
export const signingProviders: Readonly<Record<ESignatureProvider, SigningProvider>> = {
  docusign: docuSignSigning,
  adobe_sign: adobeSignSigning,
  dropbox_sign: dropboxSignSigning
}
