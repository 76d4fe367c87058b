import type { ApiKey } from "@svc/contract/api-keys/schema"
import { DateTime } from "effect"
import { Badge } from "#design/Badge.tsx"
import { Code, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { Countdown } from "#platform/Countdown.tsx"
import { useFormat } from "#platform/format.ts"

export const stateOf = ({ expires_at, revoked_at }: ApiKey) =>
  revoked_at !== null
    ? "revoked"
    : expires_at !== null && DateTime.toEpochMillis(expires_at) < Date.now()
      ? "expired"
      : "active"

const soon = 14 * 86_400_000

export const State = (key: ApiKey) => {
  const words = useWords().apiKeys
  const { ago } = useFormat()
  const state = stateOf(key)
  if (state !== "active") return <Badge>{words[state]}</Badge>
  return key.expires_at !== null && DateTime.toEpochMillis(key.expires_at) - Date.now() < soon ? (
    <Badge tone="watch">{words.expires(ago(key.expires_at))}</Badge>
  ) : (
    <Badge tone="good">{words.active}</Badge>
  )
}

/** Name, prefix, scopes, and remaining grace period of a key. */
export const Name = ({ of: { key_prefix, name, previous_valid_until, scopes } }: { readonly of: ApiKey }) => {
  const words = useWords().apiKeys
  return (
    <Text as="div">
      <Text strong>{name}</Text>{" "}
      <Text tone="3" size="small">
        <Code>{key_prefix}…</Code>
      </Text>
      <Text as="div" size="small" tone="2">
        {scopes.join(", ")}
      </Text>
      {previous_valid_until !== null && (
        <Text as="div" size="small" tone="watch">
          <Countdown until={previous_valid_until} said={words.grace} />
        </Text>
      )}
    </Text>
  )
}

/** Time and network of the last use. */
export const LastUsed = ({ of: { last_used_at, usage } }: { readonly of: ApiKey }) => {
  const words = useWords().apiKeys
  const { ago } = useFormat()
  return (
    <Text tone="2" oneLine>
      {last_used_at === null ? words.never : ago(last_used_at)}
      {usage.lastSeenFrom !== null && (
        <Text as="div" size="small" tone="3">
          <Code>{usage.lastSeenFrom}</Code>
        </Text>
      )}
    </Text>
  )
}
