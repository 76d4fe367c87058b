import { useEffect, useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { download } from "#platform/download.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { canHash, sha256Of } from "#platform/sha256.ts"
import { signingKey } from "./data.ts"

const derOf = (pem: string) =>
  Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, "")), (letter) => letter.codePointAt(0) ?? 0)

/** SHA-256 of the key's DER form, as OpenSSL prints it; the key ID is its prefix. */
const useFingerprint = (pem: string) => {
  const [fingerprint, setFingerprint] = useState<string>()
  useEffect(() => {
    if (canHash) void sha256Of(derOf(pem)).then(setFingerprint)
  }, [pem])
  return fingerprint
}

const Key = ({ keyId, publicKeyPem }: { readonly keyId: string; readonly publicKeyPem: string }) => {
  const words = useWords().audit
  const fingerprint = useFingerprint(publicKeyPem)
  return (
    <Stack gap={3}>
      <Stack gap={1}>
        <Text size="table">{fingerprint === undefined ? words.keyId : words.fingerprint}</Text>
        <Copy text={fingerprint ?? keyId} />
      </Stack>
      <span>
        <Button
          size="small"
          icon="download"
          onClick={() => download(publicKeyPem, "signing-key.pem", "application/x-pem-file")}
        >
          {words.downloadKey}
        </Button>
      </span>
    </Stack>
  )
}

/** Public key that verifies exports, archives and anchors. */
export const SigningKey = () => {
  const words = useWords().audit
  return (
    <Card title={words.keyTitle}>
      <Stack gap={3}>
        <Text tone="2">{words.keyText}</Text>
        <Loaded
          of={signingKey}
          skeleton={<Skeleton width={62} />}
          refusals={{ SigningNotConfigured: ({ error }) => <Placeholder small icon="key-round" title={error} /> }}
        >
          {(key) => <Key {...key} />}
        </Loaded>
      </Stack>
    </Card>
  )
}
