import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Anchors } from "#audit/anchors/Anchors.tsx"
import { SigningKey } from "#audit/anchors/SigningKey.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Text, Split, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { auditIntegrity } from "#platform/pages.ts"
import { Page } from "#frame/Page.tsx"
import { Verification } from "./Verification.tsx"

// The same in every language.
const commands = {
  bundle: "node verify.mjs audit-log.zip --key signing-key.pem",
  anchors: "node verify.mjs audit-log.zip --anchors anchors.json --key signing-key.pem",
  openssl:
    "openssl pkeyutl -verify -pubin -inkey signing-key.pem -rawin -in audit-log-*.json -sigfile audit-log-*.json.sig",
  fingerprint: "openssl pkey -pubin -in signing-key.pem -outform DER | sha256sum"
} as const

/** Commands for offline verification. */
const Offline = () => {
  const words = useWords().audit
  return (
    <Card title={words.offlineTitle}>
      <Stack gap={3}>
        <Text tone="2">{words.offlineText}</Text>
        {(["bundle", "anchors", "openssl", "fingerprint"] as const).map((one) => (
          <Stack key={one} gap={1}>
            <Text size="table">{words.offline[one]}</Text>
            <Copy text={commands[one]} />
          </Stack>
        ))}
        <Text size="small" tone="3">
          {words.offlineResult}
        </Text>
      </Stack>
    </Card>
  )
}

/** Integrity page: verification, anchors, signing key, offline commands. */
export const Integrity = () => {
  const { audit: words, failures, shell } = useWords()
  const { may } = useMay()
  return (
    <Page title={`${words.title}: ${shell.integrity}`} about={words.integrityAbout} help="audit-log">
      {may("audit_view") ? (
        <>
          <PlaceTabs current={auditIntegrity()} />
          <Split even>
            <Stack>
              <Verification />
              <Anchors />
            </Stack>
            <Stack>
              <SigningKey />
              <Offline />
            </Stack>
          </Split>
        </>
      ) : (
        <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("audit_view")} />
      )}
    </Page>
  )
}
