import type { ApiKey } from "@svc/contract/api-keys/schema"
import { Banner } from "#design/Banner.tsx"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useFormat } from "#platform/format.ts"
import { revokeKey } from "./data.ts"

export const RevokeDialog = ({ of, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) => {
  const words = useWords().apiKeys
  const { ago } = useFormat()
  return (
    <ConfirmDialog
      action={revokeKey}
      arg={of.id}
      title={words.deleteTitle(of.name)}
      why={words.deleteText}
      confirm={words.delete}
      done={words.deleted(of.name)}
      onClose={onClose}
    >
      {of.usage.callsTotal7d > 0 && of.last_used_at !== null && (
        <Banner tone="watch" title={words.stillUsed(ago(of.last_used_at), of.usage.callsTotal7d)} />
      )}
      <Text as="p" tone="2" size="table">
        {words.deleteStays}
      </Text>
    </ConfirmDialog>
  )
}
