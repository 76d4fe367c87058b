import { ESignatureApi } from "@svc/contract/esignature/api"
import type { SignatureSettings } from "@svc/contract/esignature/schema"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const esignature = clientOf(ESignatureApi)

export const changeSigningSettings = action(
  (payload: SignatureSettings) => esignature.changeSettings({ payload }),
  () => ["esignature settings"]
)
