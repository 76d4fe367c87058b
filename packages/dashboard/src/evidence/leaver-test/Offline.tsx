import { type LeaverTestDetails, leaverTestFile } from "@svc/contract/leaver-test/schema"
import { useMay } from "#access/data.ts"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { auditIntegrity } from "#platform/pages.ts"

/** Instructions for offline verification by an auditor. */
export const Offline = ({ of: { parameters, sha256 } }: { readonly of: LeaverTestDetails }) => {
  const words = useWords().leaverTest
  const { may } = useMay()
  const file = leaverTestFile(parameters)
  return (
    <Card title={words.offline}>
      <Stack gap={3}>
        <Text as="p" size="small" tone="3">
          {words.offlineText}
        </Text>
        {sha256 !== null && (
          <>
            <Text size="small">{words.offlineHash}</Text>
            <Copy text={sha256} />
          </>
        )}
        <Text size="small">{words.offlinePage}</Text>
        <Text size="small">{words.offlineCommand}</Text>
        <Copy text={`node verify.mjs ${file} --key signing-key.pem`} />
        {may("audit_view") && (
          <Text size="small">
            <a href={auditIntegrity()}>{words.offlineKey}</a>
          </Text>
        )}
        <Text size="small">{words.offlineSample}</Text>
        <Copy text={`node verify.mjs --sample ${file}`} />
        <Text size="small">{words.offlineRecount}</Text>
      </Stack>
    </Card>
  )
}
