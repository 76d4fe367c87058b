import { IntegrationDetail } from "#connections/integrations/IntegrationDetail.tsx"
import { SyncCard } from "#offboarding/hris/Sync.tsx"
import { SigningSettings } from "#work/esignature/SigningSettings.tsx"

/** One app, with the sections for e-signature and HR systems. */
export const Integration = ({ id }: { readonly id: string }) => (
  <IntegrationDetail id={id} Signing={SigningSettings} Sync={SyncCard} />
)
