import { AsyncResult } from "effect/reactivity"
import { IconButton } from "#design/Button.tsx"
import { useFirstWords } from "#languages/words.ts"
import { notifications } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { unreadCount } from "./data.ts"

/** Bell with a dot while there are unread notifications. */
export const Bell = () => {
  const words = useFirstWords().notifications
  const result = useQuery(unreadCount)
  const unread = AsyncResult.isSuccess(result) ? result.value : 0
  return (
    <IconButton
      icon="bell"
      label={unread === 0 ? words.title : words.titleUnread(unread)}
      href={notifications()}
      dot={unread > 0}
    />
  )
}
