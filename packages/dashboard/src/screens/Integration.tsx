import { IntegrationDetail } from "#connections/integrations/IntegrationDetail.tsx"
import { SyncCard } from "#offboarding/hris/Sync.tsx"
import { SigningSettings } from "#work/esignature/SigningSettings.tsx"

/** One app, with what signing and the HR system add to its page. */
export const Integration = ({ id }: { readonly id: string }) => (
  <IntegrationDetail id={id} Signing={SigningSettings} Sync={SyncCard} />
)
