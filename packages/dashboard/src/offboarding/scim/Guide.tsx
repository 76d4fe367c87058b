import { Struct } from "effect"
import { useState } from "preact/hooks"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { SelectField } from "#design/Field.tsx"
import { Columns, Text, Stack, Steps } from "#design/layout.tsx"
import { useWords, type Words } from "#languages/words.ts"

type Guided = keyof Words["scim"]["guides"]

/** Setup steps by provider. */
export const Guide = ({ address }: { readonly address: string }) => {
  const words = useWords().scim
  const guided: ReadonlyArray<Guided> = Struct.keys(words.guides)
  const [provider, setProvider] = useState<Guided>("okta")
  return (
    <Card title={words.guide}>
      <Stack>
        <Columns>
          <SelectField
            label={words.provider}
            value={provider}
            choices={guided.map((one) => [one, words.guides[one].name] as const)}
            onInput={(chosen) => setProvider(guided.find((one) => one === chosen) ?? "other")}
          />
        </Columns>
        <Stack gap={1}>
          <Text size="small" tone="2">
            {words.address}
          </Text>
          <Copy text={address} />
        </Stack>
        <Steps steps={words.guides[provider].steps} />
      </Stack>
    </Card>
  )
}
