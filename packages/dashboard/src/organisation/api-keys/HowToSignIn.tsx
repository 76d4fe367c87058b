import { ApiScope } from "@svc/contract/kernel/permissions"
import { routes } from "virtual:reference"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Code, Facts, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { curlOf } from "./KeySeen.tsx"

/** Authentication facts, and the routes of each scope. */
export const HowToSignIn = () => {
  const words = useWords().apiKeys
  return (
    <Stack>
      <Card title={words.howTitle}>
        <Stack gap={3}>
          <Text as="p" tone="2">
            {words.howText}
          </Text>
          <Copy text={curlOf("svc_live_…", ["offboardings:read"])} />
          <Facts facts={words.howFacts} />
        </Stack>
      </Card>
      <Card title={words.scopesTitle} flush>
        {ApiScope.literals.map((scope) => (
          <Disclosure
            summary={
              <>
                <Code>{scope}</Code> <Text tone="2">{words.allows[scope]}</Text>
              </>
            }
          >
            {() => (
              <Facts
                facts={routes
                  .filter((route) => route.scope === scope)
                  .map(
                    ({ method, path, summary }) =>
                      [
                        method,
                        <Text>
                          <Code>{path}</Code> {summary}
                        </Text>
                      ] as const
                  )}
              />
            )}
          </Disclosure>
        ))}
      </Card>
    </Stack>
  )
}
