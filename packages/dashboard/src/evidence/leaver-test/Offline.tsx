import { type LeaverTestDetails, leaverTestFile } from "@svc/contract/leaver-test/schema"
import { useMay } from "#access/data.ts"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Said, Stack } from "#design/layout.tsx"
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
        <Said as="p" size="small" tone="3">
          {words.offlineText}
        </Said>
        {sha256 !== null && (
          <>
            <Said size="small">{words.offlineHash}</Said>
            <Copy text={sha256} />
          </>
        )}
        <Said size="small">{words.offlinePage}</Said>
        <Said size="small">{words.offlineCommand}</Said>
        <Copy text={`node verify.mjs ${file} --key signing-key.pem`} />
        {may("audit_view") && (
          <Said size="small">
            <a href={auditIntegrity()}>{words.offlineKey}</a>
          </Said>
        )}
        <Said size="small">{words.offlineSample}</Said>
        <Copy text={`node verify.mjs --sample ${file}`} />
        <Said size="small">{words.offlineRecount}</Said>
      </Stack>
    </Card>
  )
}
