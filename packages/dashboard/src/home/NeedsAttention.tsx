import type { Attention } from "@svc/contract/home/schema"
import { appName } from "@svc/contract/integrations/names"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { AppMark } from "#design/AppMark.tsx"
import { AttentionItem, AttentionList } from "#design/AttentionList.tsx"
import { Avatar } from "#design/Avatar.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Pills } from "#design/Pills.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useFirstWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { isBad, type Item, itemsIn, placeOf, type View, views } from "./attention.ts"

const seenAtFirst = 7

const ItemOf = ({ item }: { readonly item: Item }) => {
  const words = useFirstWords().home.attention[item.kind]
  const { day, moment } = useFormat()
  const { may } = useMay()
  const isOfApp = isBad(item.kind)
  const subject = isOfApp ? appName(item.subject) : item.subject
  return (
    <AttentionItem
      bad={isOfApp}
      picture={isOfApp ? <AppMark of={item.subject} name={subject} /> : <Avatar name={item.person ?? subject} />}
      title={words.title({ ...item, person: item.person ?? "", subject })}
      below={words.below({
        subject,
        count: item.count,
        day: item.day === null ? "" : day(item.day),
        next: item.next_attempt_at === null ? null : moment(item.next_attempt_at)
      })}
      age={item.since !== null && <Ago at={item.since} />}
      act={
        <LinkButton size="small" href={placeOf(item, may("offboardings_view"))}>
          {words.act}
        </LinkButton>
      }
    />
  )
}

/** What needs a person, worst first, with the page on which to act. */
export const NeedsAttention = ({ attention }: { readonly attention: ReadonlyArray<Attention> }) => {
  const words = useFirstWords().home
  const { number } = useFormat()
  const [chosen, choose] = useState<View>("all")
  const [whole, showWhole] = useState(false)
  const { items, total } = itemsIn(attention, chosen)
  const shown = whole ? items : items.slice(0, seenAtFirst)
  const offered = views.flatMap((value) => {
    const { total: count } = itemsIn(attention, value)
    return value === "all" || count > 0 || value === chosen ? [{ value, name: words.views[value], count }] : []
  })
  return (
    <Card
      title={words.attentionTitle}
      flush
      actions={
        offered.length > 2 && <Pills label={words.attentionShow} value={chosen} of={offered} onChoose={choose} />
      }
    >
      {items.length === 0 ? (
        <Placeholder small icon="circle-check" title={words.attentionNone} />
      ) : (
        <AttentionList label={words.attentionTitle}>
          {shown.map((item) => (
            <ItemOf key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </AttentionList>
      )}
      {(items.length > seenAtFirst || total > items.length) && (
        <Row end gap={2}>
          {total > shown.length && (
            <Text tone="3" size="small">
              {words.attentionShown(number(shown.length), number(total))}
            </Text>
          )}
          {items.length > seenAtFirst && (
            <Button size="small" variant="tertiary" onClick={() => showWhole(!whole)}>
              {whole ? words.fewerTasks : words.attentionMore}
            </Button>
          )}
        </Row>
      )}
    </Card>
  )
}
