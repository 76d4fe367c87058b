import { Schema } from "effect"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Facts, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { download } from "#platform/download.ts"
import { useSearch } from "#platform/search.ts"

// Real files, linted and run by tests.
const texts = import.meta.glob<string>("./receivers/*", { query: "?raw", import: "default", eager: true })

const receivers = {
  node: { name: "Node", file: "receiver.mjs" },
  python: { name: "Python", file: "receiver.py" },
  go: { name: "Go", file: "receiver.go" }
} as const

const Language = Schema.Literals(["node", "python", "go"])

/** Sample receivers to copy or download. */
export const Receivers = () => {
  const words = useWords().webhooks
  const [{ language = "node" }, change] = useSearch({ language: Language })
  const { file } = receivers[language]
  const text = texts[`./receivers/${file}`] ?? ""
  return (
    <Card
      title={words.receiversTitle}
      actions={
        <Button size="small" icon="download" onClick={() => download(text, file, "text/plain")}>
          {words.download(file)}
        </Button>
      }
    >
      <Stack>
        <Text as="p" tone="2">
          {words.receiversText}
        </Text>
        <Facts facts={words.receiverFacts} />
        <Row>
          <FilterSelect
            label={words.language}
            none={receivers.node.name}
            value={language === "node" ? undefined : language}
            choices={[
              ["python", receivers.python.name],
              ["go", receivers.go.name]
            ]}
            onChoose={(chosen) => change({ language: chosen })}
          />
        </Row>
        <Copy lines text={text.trimEnd()} />
      </Stack>
    </Card>
  )
}
