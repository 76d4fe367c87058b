import type { ApiScope } from "@svc/contract/kernel/permissions"
import { routes } from "virtual:reference"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

/** A first call within the key's scopes, preferably a GET of a list. */
export const curlOf = (key: string, scopes: ReadonlyArray<ApiScope>) => {
  const mine = routes.filter(({ path, scope }) => scopes.some((one) => one === scope) && !path.includes(":"))
  const first = mine.find(({ method }) => method === "GET") ?? mine[0]
  const how = first === undefined || first.method === "GET" ? "" : ` --request ${first.method}`
  return `curl${how} --header "Authorization: Bearer ${key}" ${location.origin}${first?.path ?? ""}`
}

/** Shown once, so Escape does not close it. */
export const KeySeen = ({
  onClose,
  rawKey,
  scopes,
  title,
  why
}: {
  readonly title: string
  readonly why: string
  readonly rawKey: string
  readonly scopes: ReadonlyArray<ApiScope>
  readonly onClose: () => void
}) => {
  const words = useWords().apiKeys
  return (
    <Dialog title={title} why={why} onClose={() => {}} onSubmit={onClose} actions={<Submit>{words.close}</Submit>}>
      <Copy text={rawKey} />
      <Stack gap={1}>
        <Text tone="2" size="table">
          {words.tryIt}
        </Text>
        <Copy text={curlOf(rawKey, scopes)} />
      </Stack>
    </Dialog>
  )
}
