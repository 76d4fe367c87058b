import type { Integration } from "@svc/contract/integrations/schema"
import { useLocation } from "preact-iso/router"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { integrations } from "#platform/pages.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { disconnect } from "./changes-data.ts"
import { useNames } from "./providers.ts"

export const DisconnectDialog = ({ of, onClose }: { readonly of: Integration; readonly onClose: () => void }) => {
  const words = useWords().integrations
  const nameOf = useNames()
  const { route } = useLocation()
  const name = nameOf(of.service_name)
  return (
    <ConfirmDialog
      action={disconnect}
      arg={of.id}
      title={words.disconnectTitle(name)}
      why={words.disconnectText(name)}
      confirm={words.disconnect}
      done={words.disconnected(name)}
      onClose={onClose}
      onDone={() => route(integrations())}
    >
      <Text tone="2">{words.disconnectStays}</Text>
    </ConfirmDialog>
  )
}
